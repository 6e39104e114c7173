import { Loader } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list-card.module.css';
import { useListSettings } from './list-settings.ts';

export interface ListCardProps {
  /** The accessible name. The list receives the focus after a change of page. */
  readonly label: string;
  readonly ref?: Ref<HTMLElement>;
  /** False until the first page is loaded. */
  readonly hasLoaded: boolean;
  /** True while the next content is loading. */
  readonly isFetching: boolean;
  readonly isEmpty: boolean;
  /** Replaces the rows of an empty list, usually an EmptyState. */
  readonly empty: ReactNode;
  /** `rows` are displayed on a surface. `cards` have their own surfaces, and their screen has its own spinner. Default: rows. */
  readonly variant?: 'rows' | 'cards';
  readonly children: ReactNode;
}

/** The card around a list: first a spinner, then the rows. The rows are dimmed below a spinner while others are loading. */
export function ListCard(props: ListCardProps) {
  const { label, ref, hasLoaded, isFetching, isEmpty, empty, variant = 'rows', children } = props;
  const { t } = useTranslation();
  const { density } = useListSettings();
  const loader = <Loader aria-label={t('ui.loading')} />;
  return (
    <section
      ref={ref}
      className={classes['card']}
      aria-label={label}
      aria-busy={isFetching}
      data-density={density}
      data-variant={variant}
      tabIndex={-1}
    >
      {hasLoaded ? (
        <div className={classes['rows']} data-busy={isFetching}>
          {isEmpty ? empty : children}
          {isFetching && variant === 'rows' && <div className={classes['busy']}>{loader}</div>}
        </div>
      ) : (
        <div className={classes['waiting']}>{variant === 'rows' && loader}</div>
      )}
    </section>
  );
}
