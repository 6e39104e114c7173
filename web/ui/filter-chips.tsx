import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-chips.module.css';

/** A filter of a list that is active. */
export interface FilterChip {
  /** The name of the filter and its value, for example "Language: English". */
  readonly label: string;
  readonly onRemove: () => void;
}

export interface FilterChipsProps {
  readonly chips: readonly FilterChip[];
  /** Receives the focus after the last filter is removed. */
  readonly focusAfter: () => HTMLElement | null | undefined;
  /** Further buttons after the chips. */
  readonly children?: ReactNode;
}

/** The active filters of a list, each with a button that removes it. The next one then receives the focus. */
export function FilterChips({ chips, focusAfter, children }: FilterChipsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const removedAt = useRef<number>(undefined);
  useEffect(() => {
    if (removedAt.current === undefined || document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(removedAt.current, buttons.length - 1)] ?? focusAfter())?.focus();
    removedAt.current = undefined;
  });
  if (chips.length === 0) return null;
  return (
    <ul ref={list} className={classes['chips']} aria-label={t('ui.activeFilters')}>
      {chips.map(({ label, onRemove }, index) => (
        <li key={label}>
          <Button
            variant="light"
            size="xs"
            className={classes['chip'] ?? ''}
            aria-label={t('ui.removeFilter', { filter: label })}
            rightSection={<IconX size={14} stroke={2} aria-hidden="true" />}
            onClick={() => {
              removedAt.current = index;
              onRemove();
            }}
          >
            {label}
          </Button>
        </li>
      ))}
      {children !== undefined && <li>{children}</li>}
    </ul>
  );
}
