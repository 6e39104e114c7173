import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './book-picker.module.css';
import type { QuickFilters } from './use-quick-filters.ts';

export interface QuickFilterButtonsProps {
  readonly quickFilters: QuickFilters;
  /** The book selected last; undefined if there is none. */
  readonly lastCode: string | undefined;
  /** Called after a filter was switched. */
  readonly onChange: () => void;
}

/** The quick filters of a book picker. Each is on or off, and both can be combined with a search. */
export function QuickFilterButtons({ quickFilters, lastCode, onChange }: QuickFilterButtonsProps) {
  const { t } = useTranslation();
  const { author, isSameAuthor, isWithoutCollection, toggleAuthor, toggleCollection } = quickFilters;
  const buttons = [
    {
      label: author ? t('picker.sameAuthorAs', { name: author }) : t('picker.sameAuthor'),
      isOn: isSameAuthor,
      isDisabled: !isSameAuthor && lastCode === undefined,
      tooltip: t(lastCode === undefined ? 'picker.selectFirst' : 'picker.sameAuthorHint'),
      toggle: () => toggleAuthor(lastCode ?? ''),
    },
    {
      label: t('picker.notInCollection'),
      isOn: isWithoutCollection,
      isDisabled: false,
      tooltip: undefined,
      toggle: toggleCollection,
    },
  ];
  return (
    <fieldset className={classes['filters']} aria-label={t('picker.quickFilters')}>
      {buttons.map(({ label, isOn, isDisabled, tooltip, toggle }) => (
        <Button
          key={label}
          size="compact-sm"
          radius="xl"
          variant={isOn ? 'light' : 'default'}
          className={classes['filter'] ?? ''}
          aria-pressed={isOn}
          disabled={isDisabled}
          data-tooltip={tooltip}
          leftSection={isOn && <IconCheck size={14} aria-hidden="true" />}
          onClick={() => {
            toggle();
            onChange();
          }}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
