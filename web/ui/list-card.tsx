import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list-card.module.css';

export interface ListCardProps {
  /** False until there is something to show for the first time. */
  readonly hasLoaded: boolean;
  /** What is shown is about to be replaced. */
  readonly isFetching: boolean;
  readonly isEmpty: boolean;
  /** Stands where the rows would; usually an EmptyState. */
  readonly empty: ReactNode;
  /** That of a full page, so that what comes next does not move what is there. Default: ten rows with pictures. */
  readonly minHeight?: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** The card around a list: a spinner at first, then the rows, dimmed under a spinner while others are on their way. */
export function ListCard(props: ListCardProps) {
  const { hasLoaded, isFetching, isEmpty, empty, minHeight = '44rem', children } = props;
  const { t } = useTranslation();
  const loader = <Loader aria-label={t('ui.loading')} />;
  return (
    <div className={classes['card']} aria-busy={isFetching}>
      {hasLoaded ? (
        <div className={classes['rows']} data-busy={isFetching} style={{ minHeight }}>
          {isEmpty ? empty : children}
          {isFetching && <div className={classes['busy']}>{loader}</div>}
        </div>
      ) : (
        <div className={classes['waiting']} style={{ minHeight }}>
          {loader}
        </div>
      )}
    </div>
  );
}
