import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import { ListCard, type ListCardProps } from '../ui/list-card.tsx';
import { LoadAlert } from '../ui/load-alert.tsx';
import { Pager } from '../ui/pager.tsx';

export interface PagedListProps extends Pick<ListCardProps, 'empty' | 'minHeight' | 'children'> {
  /** From `useResourceList`. */
  readonly list: {
    readonly items: readonly unknown[];
    readonly total: number;
    readonly hasLoaded: boolean;
    readonly isFetching: boolean;
    readonly fetchError: string | undefined;
    readonly reload: () => void;
  };
  readonly page: number;
  readonly goTo: (page: number) => void;
  /** Where pagers stand. Default: above and below. */
  readonly pagers?: 'both' | 'below';
}

/** The card of a list with its pagers; a failed fetch takes the place of them all. */
export function PagedList({ list, page, goTo, pagers = 'both', ...props }: PagedListProps) {
  const { t } = useTranslation();
  const { items, total, hasLoaded, isFetching, fetchError, reload } = list;
  if (fetchError !== undefined) return <LoadAlert message={fetchError} onRetry={reload} />;
  const pager = (label: string) => (
    <Pager label={label} page={page} total={hasLoaded ? total : undefined} onChange={goTo} />
  );
  // Below the only page there is nothing that could move.
  const card = hasLoaded && total <= limits.pageSize ? { ...props, minHeight: 'auto' } : props;
  return (
    <>
      {pagers === 'both' && pager(t('ui.pagerAbove'))}
      <ListCard {...card} hasLoaded={hasLoaded} isFetching={isFetching} isEmpty={items.length === 0} />
      {pager(t('ui.pagerBelow'))}
    </>
  );
}
