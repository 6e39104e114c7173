import { Loader } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list-card.module.css';
import { useListSettings } from './list-settings.ts';

export interface ListCardProps {
  /** Names it for those who are led to it. */
  readonly label: string;
  readonly ref?: Ref<HTMLElement>;
  /** False until there is something to show for the first time. */
  readonly hasLoaded: boolean;
  /** The content is about to be replaced. */
  readonly isFetching: boolean;
  readonly isEmpty: boolean;
  /** Stands where the rows would; usually an EmptyState. */
  readonly empty: ReactNode;
  /** `rows` lie on a ground of their own, which `cards` bring with them, as their screen does its spinner. Default: rows. */
  readonly variant?: 'rows' | 'cards';
  /** The rows. */
  readonly children: ReactNode;
}

/** The card around a list: a spinner at first, then the rows, dimmed under a spinner while others are on their way. */
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
