import { ActionIcon, Badge, Button, Loader, Switch, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconListSearch, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { isTable } from './paste-rows.ts';
import { canValidate, type CodeField, codeFields, type ItemRow, type Validation } from './story-items.ts';
import classes from './story-items.module.css';

export const codeLabels = {
  book_code: 'storyBooks.bookCode',
  chapter_code: 'storyBooks.chapterCode',
  text_item_code: 'storyBooks.textItemCode',
} as const satisfies Record<CodeField, string>;

/** What can be done to a row; the same functions for all rows and all renders. */
export interface RowActions {
  readonly onCode: (key: string, field: CodeField, value: string) => void;
  readonly onFeature: (key: string, isFeatured: boolean) => void;
  readonly onPaste: (key: string, text: string) => void;
  readonly onValidate: (row: ItemRow) => void;
  readonly onPick: (key: string) => void;
  readonly onMove: (key: string, step: 1 | -1) => void;
  readonly onRemove: (key: string) => void;
}

export interface ItemRowProps extends RowActions {
  readonly row: ItemRow;
  /** From 1. */
  readonly number: number;
  readonly isLast: boolean;
}

/** One item of a story book. Memoized, since there may be hundreds and each key press changes one. */
export const ItemRowView = memo(function ItemRowView(props: ItemRowProps) {
  const { row, number, isLast, onCode, onFeature, onPaste, onValidate, onPick, onMove, onRemove } = props;
  const { t } = useTranslation();
  const { key, is_featured, validation } = row;
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isTable(text)) return;
    event.preventDefault();
    onPaste(key, text);
  };
  return (
    <DataRow>
      <DataCell label={t('storyBooks.number')} kind="number">
        <span data-row={key} tabIndex={-1}>
          {number}
        </span>
      </DataCell>
      {codeFields.map((field) => (
        <DataCell key={field} label={t(codeLabels[field])}>
          <TextInput
            className={classes['code'] ?? ''}
            aria-label={t('storyBooks.fieldOf', { field: t(codeLabels[field]), number })}
            maxLength={limits.maxCodeLength}
            value={row[field]}
            error={validation.state === 'invalid'}
            onPaste={paste}
            onChange={({ currentTarget: { value } }) => onCode(key, field, value)}
          />
        </DataCell>
      ))}
      <DataCell label={t('storyBooks.featured')}>
        <Switch
          aria-label={t('storyBooks.fieldOf', { field: t('storyBooks.featured'), number })}
          size="md"
          onLabel={t('storyBooks.yes')}
          offLabel={t('storyBooks.no')}
          checked={is_featured}
          onChange={({ currentTarget: { checked } }) => onFeature(key, checked)}
        />
      </DataCell>
      <DataCell label={t('storyBooks.validation')}>
        <output className={classes['validation']}>
          <ValidationMark validation={validation} number={number} />
        </output>
      </DataCell>
      <DataCell label={t('storyBooks.actions')} kind="actions">
        <Button
          size="compact-sm"
          variant="default"
          disabled={!canValidate(row)}
          aria-label={t('storyBooks.validateItem', { number })}
          onClick={() => onValidate(row)}
        >
          {t('storyBooks.validate')}
        </Button>
        <ActionIcon
          variant="subtle"
          aria-label={t('storyBooks.pick', { number })}
          onClick={() => onPick(key)}
        >
          <IconListSearch size={18} stroke={1.7} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          data-move={-1}
          disabled={number === 1}
          aria-label={t('storyBooks.moveUp', { number })}
          onClick={() => onMove(key, -1)}
        >
          <IconArrowUp size={18} stroke={1.7} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          data-move={1}
          disabled={isLast}
          aria-label={t('storyBooks.moveDown', { number })}
          onClick={() => onMove(key, 1)}
        >
          <IconArrowDown size={18} stroke={1.7} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('storyBooks.remove', { number })}
          onClick={() => onRemove(key)}
        >
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </DataCell>
    </DataRow>
  );
});

function ValidationMark({
  validation,
  number,
}: {
  readonly validation: Validation;
  readonly number: number;
}) {
  const { t } = useTranslation();
  switch (validation.state) {
    case 'checking':
      return <Loader size="sm" aria-label={t('storyBooks.validating', { number })} />;
    case 'valid':
      return (
        <Badge className={classes['badge'] ?? ''} color="green" variant="light">
          {validation.bookName}
        </Badge>
      );
    case 'invalid':
      return (
        <Badge className={classes['badge'] ?? ''} color="red" variant="light">
          {validation.message}
        </Badge>
      );
    default:
      return (
        <Text size="sm" c="dimmed" span>
          {t('storyBooks.notValidated')}
        </Text>
      );
  }
}
