/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the tags lose their semantics when the style sheet displays rows as blocks */
import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconListSearch, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { DataCell } from '#web/ui/data-table.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import classes from './story-items.module.css';
import { type CodeField, canValidate, codeFields, type StoryRow } from './story-items.ts';
import { TextPicker } from './text-picker.tsx';
import type { StoryRowActions } from './use-story-rows.ts';
import { ValidationBadge } from './validation-badge.tsx';

export interface StoryItemRowActions extends Pick<StoryRowActions, 'edit' | 'remove' | 'move' | 'validate'> {
  /**
   * Handles a pasted text.
   * @returns true if it contained several fields
   */
  paste(key: string, text: string): boolean;
  /** Opens or closes the picker of a row. */
  pick(key: string, isOpen: boolean): void;
}

export interface StoryItemRowProps {
  readonly row: StoryRow;
  /** The number, starting at 1. */
  readonly number: number;
  readonly isLast: boolean;
  /** The error, unless it is in the result of its check. */
  readonly error: string | undefined;
  readonly isPicking: boolean;
  /** The code of the book of the previous item. */
  readonly previousBook: string | undefined;
  readonly actions: StoryItemRowActions;
}

const labels = {
  book_code: 'storyBooks.bookCode',
  chapter_code: 'storyBooks.chapterCode',
  text_item_code: 'storyBooks.textItemCode',
} as const;

/** One item of a story book. Memoized, since there can be hundreds. */
export const StoryItemRow = memo(function StoryItemRow(props: StoryItemRowProps) {
  const { row, number, isLast, error, isPicking, previousBook, actions } = props;
  const { key, is_featured: isFeatured, validation } = row;
  const { t } = useTranslation();
  const labelOf = (what: string) => t('storyBooks.ofItem', { what, number });

  const codeInput = (field: CodeField) => (
    <TextInput
      size="xs"
      className={classes['codeField'] ?? ''}
      aria-label={labelOf(t(labels[field]))}
      classNames={{ input: classes['code'] ?? '' }}
      maxLength={limits.maxCodeLength}
      autoComplete="off"
      spellCheck={false}
      value={row[field]}
      error={error !== undefined}
      onChange={({ currentTarget: { value } }) => actions.edit(key, { [field]: value })}
      onPaste={(event) => {
        if (actions.paste(key, event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Enter validates the item instead of submitting the form, which would fail before.
        event.preventDefault();
        void actions.validate(key);
      }}
    />
  );

  return (
    <>
      <tr role="row" data-row={key}>
        <DataCell label={t('storyBooks.number')} kind="title">
          <span data-numeric>{number}</span>
        </DataCell>
        {codeFields.map((field) => (
          <DataCell key={field} label={t(labels[field])}>
            {codeInput(field)}
          </DataCell>
        ))}
        <DataCell label={t('storyBooks.featured')}>
          <Switch
            size="sm"
            className={classes['featured'] ?? ''}
            aria-label={labelOf(t('storyBooks.featured'))}
            label={t(isFeatured ? 'storyBooks.yes' : 'storyBooks.no')}
            checked={isFeatured}
            onChange={({ currentTarget: { checked } }) => actions.edit(key, { is_featured: checked })}
          />
        </DataCell>
        <DataCell label={t('storyBooks.validation')} kind="long">
          <ValidationBadge validation={validation} error={error} number={number} />
        </DataCell>
        <DataCell label={t('storyBooks.actions')} kind="actions">
          <Button
            size="compact-sm"
            variant="light"
            aria-label={t('storyBooks.validateItem', { number })}
            disabled={!canValidate(row)}
            onClick={() => void actions.validate(key)}
          >
            {t('storyBooks.validate')}
          </Button>
          <IconAction
            label={t('storyBooks.pick', { number })}
            tooltip={t('storyBooks.pickTooltip')}
            icon={<IconListSearch size={18} stroke={1.7} />}
            aria-expanded={isPicking}
            data-act="pick"
            onClick={() => actions.pick(key, !isPicking)}
          />
          <IconAction
            label={t('storyBooks.moveUp', { number })}
            tooltip={t('ui.moveUp')}
            icon={<IconArrowUp size={18} stroke={1.7} />}
            data-act="up"
            disabled={number === 1}
            onClick={() => actions.move(key, -1)}
          />
          <IconAction
            label={t('storyBooks.moveDown', { number })}
            tooltip={t('ui.moveDown')}
            icon={<IconArrowDown size={18} stroke={1.7} />}
            data-act="down"
            disabled={isLast}
            onClick={() => actions.move(key, 1)}
          />
          <IconAction
            color="red"
            label={t('storyBooks.remove', { number })}
            tooltip={t('ui.remove')}
            icon={<IconTrash size={18} stroke={1.7} />}
            data-act="remove"
            onClick={() => actions.remove(key)}
          />
        </DataCell>
      </tr>
      {isPicking && (
        <tr role="row" className={classes['pickerRow']}>
          <td role="cell" colSpan={7} data-kind="long">
            <TextPicker
              label={t('storyBooks.picker', { number })}
              lastCode={row.book_code.trim() || previousBook}
              onClose={() => actions.pick(key, false)}
              onPick={(reference) => {
                actions.edit(key, reference);
                actions.pick(key, false);
                void actions.validate(key);
              }}
            />
          </td>
        </tr>
      )}
    </>
  );
});
