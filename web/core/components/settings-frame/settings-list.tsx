import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListCard } from '#web/ui/list-card.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import classes from './settings-list.module.css';

export interface SettingsListProps {
  readonly heading: string;
  /** The heading receives the focus after an entry was removed. */
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  /** The button that creates an entry. It is disabled when no more can be created. */
  readonly add: { readonly label: string; readonly isFull: boolean; readonly onClick: () => void };
  /** A sentence above the entries. */
  readonly hint?: string;
  readonly list: {
    readonly errorMessage: string | undefined;
    readonly retry: () => void;
    readonly hasLoaded: boolean;
    readonly isReading: boolean;
    readonly isEmpty: boolean;
  };
  /** The texts of a list without entries. */
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly text: string };
  readonly children: ReactNode;
}

/** A list of records in the settings, with the button that creates one. */
export function SettingsList(props: SettingsListProps) {
  const { heading, headingRef, add, hint, list, empty, children } = props;
  return (
    <>
      <div className={classes['head']}>
        <h2 ref={headingRef} tabIndex={-1} className={classes['heading']}>
          {heading}
        </h2>
        <Button leftSection={<IconPlus size={16} />} disabled={add.isFull} onClick={add.onClick}>
          {add.label}
        </Button>
      </div>
      {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
      {list.errorMessage === undefined ? (
        <ListCard
          label={heading}
          hasLoaded={list.hasLoaded}
          isFetching={list.isReading}
          isEmpty={list.isEmpty}
          empty={<EmptyState {...empty} />}
        >
          {children}
        </ListCard>
      ) : (
        <LoadAlert message={list.errorMessage} onRetry={list.retry} />
      )}
    </>
  );
}
