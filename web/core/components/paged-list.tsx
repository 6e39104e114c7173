import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { withoutRelease } from '#web/core/lib/release-address.ts';
import { DidYouMean } from '#web/ui/did-you-mean.tsx';
import { ListCard, type ListCardProps } from '#web/ui/list-card.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { type RecordList, RecordListContext } from './record-page/list-context.ts';
import { useRowShortcuts } from './use-row-shortcuts.ts';
import classes from './paged-list.module.css';

export interface PagedListProps extends Pick<ListCardProps, 'empty' | 'variant' | 'children'> {
  /** From `useResourceList`. */
  readonly list: {
    readonly items: readonly unknown[];
    readonly total: number;
    /** The corrected search that the items match, if the searched text itself has no results. */
    readonly didYouMean?: string | undefined;
    readonly pageSize: number;
    readonly hasLoaded: boolean;
    readonly isFetching: boolean;
    readonly fetchError: string | undefined;
    readonly reload: () => void;
  };
  readonly page: number;
  readonly goTo: (page: number) => void;
  /** Searches for the corrected text of a search without results. */
  readonly onCorrect?: (search: string) => void;
  /** The position of pagers. Default: above and below. */
  readonly pagers?: 'both' | 'below';
  /** Further actions beside Retry after a failed request. */
  readonly failedActions?: ReactNode;
}

/**
 * The card of a list with its pagers. A failed request replaces them with an alert. The lower pager scrolls to the top of the list, where
 * the new page starts.
 */
export function PagedList(props: PagedListProps) {
  const { list, page, goTo, pagers = 'both', failedActions, onCorrect, ...content } = props;
  const { t } = useTranslation();
  const { items, total, pageSize, hasLoaded, isFetching, fetchError, reload } = list;
  const frame = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLElement>(null);
  const recordList = useRecordList(items);
  useRowShortcuts(frame, { isFetching, recordList });
  const goToTop = useCallback(
    (next: number) => {
      goTo(next);
      card.current?.focus({ preventScroll: true });
      frame.current?.scrollIntoView({ block: 'start' });
    },
    [goTo],
  );
  if (fetchError !== undefined)
    return (
      <LoadAlert message={fetchError} onRetry={reload}>
        {failedActions}
      </LoadAlert>
    );
  const pager = { page, total: hasLoaded ? total : undefined, pageSize };
  return (
    <div ref={frame} className={classes['frame']}>
      {onCorrect && <DidYouMean text={list.didYouMean} onChoose={onCorrect} />}
      {pagers === 'both' && <Pager {...pager} label={t('ui.pagerAbove')} onChange={goTo} isCompact />}
      <RecordListContext value={recordList}>
        <ListCard
          ref={card}
          label={t('ui.listOfPage', { page })}
          hasLoaded={hasLoaded}
          isFetching={isFetching}
          isEmpty={items.length === 0}
          {...content}
        />
      </RecordListContext>
      <Pager {...pager} label={t('ui.pagerBelow')} onChange={goToTop} />
    </div>
  );
}

/** Returns the IDs and the address of the list, for links to the pages of its records. */
function useRecordList(items: readonly unknown[]): RecordList {
  const { pathname, search } = useLocation();
  return useMemo(
    () => ({
      ids: (items as readonly { readonly id?: unknown }[]).flatMap(({ id }) =>
        typeof id === 'number' ? id : [],
      ),
      // The list may be opened again in another release.
      address: pathname + withoutRelease(search),
    }),
    [items, pathname, search],
  );
}
