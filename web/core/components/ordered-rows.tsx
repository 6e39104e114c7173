import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { movedList } from '#web/core/lib/move-item.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import classes from './ordered-rows.module.css';

/** A row of inputs. */
export interface OrderedRow {
  /** Unique within the form. */
  readonly key: string;
  readonly name: string;
}

/** The texts of the rows. Each function receives the position of a row, from 1. */
export interface OrderedRowsTexts {
  readonly legend: string;
  /** Shown without rows. */
  readonly empty: string;
  readonly add: string;
  readonly moveUp: (position: number) => string;
  readonly moveDown: (position: number) => string;
  readonly remove: (position: number) => string;
  readonly moved: (name: string, position: number) => string;
}

export interface OrderedRowsProps<Row extends OrderedRow> {
  readonly rows: readonly Row[];
  readonly isInvalid: boolean;
  readonly maxRows: number;
  readonly texts: OrderedRowsTexts;
  readonly newRow: (rows: readonly Row[]) => Row;
  readonly onChange: (rows: readonly Row[]) => void;
  /** Renders the inputs of a row. The first one is focused after the row was added. */
  readonly children: (
    row: Row,
    input: { readonly position: number; readonly change: (changes: Partial<Row>) => void },
  ) => ReactNode;
  /** Renders information below a row. */
  readonly renderBelow?: ((row: Row, change: (changes: Partial<Row>) => void) => ReactNode) | undefined;
}

/** Rows of inputs in an order that buttons change, with a button that adds a row. */
export function OrderedRows<Row extends OrderedRow>(props: OrderedRowsProps<Row>) {
  const { rows, isInvalid, maxRows, texts, newRow, onChange, children, renderBelow } = props;
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLFieldSetElement>(null);
  /** The key of an added row, whose first input is focused. */
  const [addedKey, setAddedKey] = useState<string>();
  useEffect(() => {
    if (addedKey !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-row="${addedKey}"] input`)?.focus();
  }, [addedKey]);

  const add = () => {
    const row = newRow(rows);
    onChange([...rows, row]);
    setAddedKey(row.key);
  };
  const move = (row: Row, to: number) => {
    onChange(movedList(rows, rows.indexOf(row), to));
    setAnnouncement(texts.moved(row.name, to + 1));
  };
  const changeRow = (row: Row) => (changes: Partial<Row>) =>
    onChange(rows.map((other) => (other === row ? { ...row, ...changes } : other)));
  const remove = (row: Row) => {
    onChange(rows.filter((other) => other !== row));
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };

  return (
    <fieldset ref={list} className={classes['field']} aria-invalid={isInvalid || undefined}>
      <legend className={classes['legend']}>{texts.legend}</legend>
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.empty}
        </Text>
      )}
      {rows.length > 0 && (
        <ol className={classes['rows']}>
          {rows.map((row, index) => (
            <li key={row.key} className={classes['row']} data-row={row.key}>
              {children(row, { position: index + 1, change: changeRow(row) })}
              <RowButtons
                texts={texts}
                index={index}
                count={rows.length}
                onMove={(to) => move(row, to)}
                onRemove={() => remove(row)}
              />
              {renderBelow && <div className={classes['below']}>{renderBelow(row, changeRow(row))}</div>}
            </li>
          ))}
        </ol>
      )}
      <Button
        size="compact-sm"
        variant="default"
        data-add
        leftSection={<IconPlus size={14} stroke={1.7} aria-hidden="true" />}
        disabled={rows.length >= maxRows}
        onClick={add}
      >
        {texts.add}
      </Button>
    </fieldset>
  );
}

interface RowButtonsProps {
  readonly texts: OrderedRowsTexts;
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function RowButtons({ texts, index, count, onMove, onRemove }: RowButtonsProps) {
  const { t } = useTranslation();
  const position = index + 1;
  return (
    <span className={classes['actions']}>
      <IconAction
        label={texts.moveUp(position)}
        tooltip={t('ui.moveUp')}
        icon={<IconArrowUp size={16} stroke={1.7} />}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <IconAction
        label={texts.moveDown(position)}
        tooltip={t('ui.moveDown')}
        icon={<IconArrowDown size={16} stroke={1.7} />}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
      <IconAction
        color="red"
        label={texts.remove(position)}
        tooltip={t('ui.remove')}
        icon={<IconX size={16} stroke={1.7} />}
        onClick={onRemove}
      />
    </span>
  );
}
