import { Button, TextInput } from '@mantine/core';
import { IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CustomChoice, customFieldLimits } from '#contract/custom-fields/custom-fields';
import { IconAction } from '#web/ui/icon-action.tsx';
import { PositionButton } from '#web/ui/position-button.tsx';
import { type SortablePosition, SortableList } from '#web/ui/sortable-list.tsx';
import { useSortableEntry } from '#web/ui/use-sortable-entry.ts';
import classes from './custom-fields.module.css';

/** A choice in the form. A new one has no ID. */
export interface ChoiceRow {
  readonly key: string;
  readonly id?: number;
  readonly name: string;
}

/** Returns the rows of the choices of a field; one blank row for a new field. */
export const toChoiceRows = (choices: readonly CustomChoice[] = []): readonly ChoiceRow[] =>
  choices.length === 0
    ? [{ key: 'new-1', name: '' }]
    : choices.map(({ id, name }) => ({ key: String(id), id, name }));

/** Returns the choices as they are sent. Blank new rows are left out. */
export const toChoices = (rows: readonly ChoiceRow[]) =>
  rows
    .filter(({ id, name }) => id !== undefined || name.trim() !== '')
    .map(({ id, name }) => ({ ...(id !== undefined && { id }), name: name.trim() }));

export interface ChoicesFieldProps {
  readonly rows: readonly ChoiceRow[];
  readonly isInvalid: boolean;
  readonly onChange: (rows: readonly ChoiceRow[]) => void;
}

/** The choices of a field in order. They can be renamed, dragged, or moved to a position. */
export function ChoicesField({ rows, isInvalid, onChange }: ChoicesFieldProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLFieldSetElement>(null);
  const addedCount = useRef(1);
  /** The key of an added row, which is focused. */
  const [addedKey, setAddedKey] = useState<string>();
  useEffect(() => {
    if (addedKey !== undefined)
      list.current?.querySelector<HTMLElement>(`[name="choice-${addedKey}"]`)?.focus();
  }, [addedKey]);
  const add = () => {
    addedCount.current += 1;
    const key = `new-${addedCount.current}`;
    onChange([...rows, { key, name: '' }]);
    setAddedKey(key);
  };
  const remove = (row: ChoiceRow) => {
    onChange(rows.filter((other) => other !== row));
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  return (
    <fieldset ref={list} className={classes['choices']}>
      <legend>{t('customFields.choices')}</legend>
      <SortableList
        layout="rows"
        windowSize={customFieldLimits.maxChoices}
        entries={rows.map((row) => ({ id: row.key, name: row.name || t('customFields.choices'), row }))}
        onChange={(entries) => onChange(entries.map(({ row }) => row))}
      >
        {(entries) => (
          <ol className={classes['rows']}>
            {entries.map(({ entry: { row }, position }) => (
              <Choice
                key={row.key}
                row={row}
                position={position}
                isInvalid={isInvalid}
                onRename={(name) => onChange(rows.map((other) => (other === row ? { ...row, name } : other)))}
                onRemove={() => remove(row)}
              />
            ))}
          </ol>
        )}
      </SortableList>
      <Button
        size="compact-sm"
        variant="default"
        data-add
        leftSection={<IconPlus size={14} stroke={1.7} aria-hidden="true" />}
        disabled={rows.length >= customFieldLimits.maxChoices}
        onClick={add}
      >
        {t('customFields.addChoice')}
      </Button>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly row: ChoiceRow;
  readonly position: SortablePosition;
  readonly isInvalid: boolean;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

function Choice({ row, position, isInvalid, onRename, onRemove }: ChoiceProps) {
  const { t } = useTranslation();
  const label = t('customFields.choice', { position: position.index + 1 });
  const { entryProps, handleProps } = useSortableEntry({ id: row.key, name: row.name || label });
  return (
    <li className={classes['choice']} {...entryProps}>
      <span className={classes['position']}>
        <button type="button" className={classes['handle']} {...handleProps}>
          <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />
        </button>
        <PositionButton name={row.name || label} position={position} />
      </span>
      <TextInput
        name={`choice-${row.key}`}
        aria-label={label}
        value={row.name}
        error={isInvalid}
        maxLength={customFieldLimits.maxChoiceLength}
        onChange={(event) => onRename(event.currentTarget.value)}
      />
      <IconAction
        color="red"
        label={t('customFields.removeChoice', { position: position.index + 1 })}
        tooltip={t('ui.remove')}
        icon={<IconX size={16} stroke={1.7} />}
        onClick={onRemove}
      />
    </li>
  );
}
