import { Button, Text } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { memo, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#contract/collections/collections';
import { PositionButton } from '#web/ui/position-button.tsx';
import { type SortablePosition, SortableList } from '#web/ui/sortable-list.tsx';
import { useSortableEntry } from '#web/ui/use-sortable-entry.ts';
import classes from './collection-dialog.module.css';

export type NamedBook = Collection['books'][number];
export type ChangeBooks = (change: (books: readonly NamedBook[]) => readonly NamedBook[]) => void;

export interface SelectedBooksProps {
  readonly books: readonly NamedBook[];
  /** Must be stable, since a new function would render all chips on each key press. */
  readonly onChange: ChangeBooks;
}

/** The books of a collection as chips in order. They can be dragged, moved to a position, or removed. */
export const SelectedBooks = memo(function SelectedBooks({ books, onChange }: SelectedBooksProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const names = useMemo(() => Map.groupBy(books, ({ name }) => name), [books]);
  const entries = useMemo(() => books.map(({ code, name }) => ({ id: code, code, name })), [books]);
  const remove = useCallback(
    (removedCode: string) => {
      onChange((before) => before.filter(({ code }) => code !== removedCode));
      heading.current?.focus();
    },
    [onChange],
  );
  return (
    <section className={classes['selected']}>
      <div className={classes['selectedHead']}>
        <h3 className={classes['heading']} ref={heading} tabIndex={-1}>
          {t('collections.selectedBooks', { count: books.length })}
        </h3>
        {books.length > 0 && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            onClick={() => {
              onChange(() => []);
              heading.current?.focus();
            }}
          >
            {t('collections.clearAll')}
          </Button>
        )}
      </div>
      {books.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('collections.nothingSelected')}
        </Text>
      ) : (
        <SortableList
          layout="chips"
          entries={entries}
          onChange={(orderedBooks) => onChange(() => orderedBooks.map(({ code, name }) => ({ code, name })))}
        >
          {(visibleBooks) => (
            <ul className={classes['chips']}>
              {visibleBooks.map(({ entry: { code, name }, position }) => (
                <Chip
                  key={code}
                  code={code}
                  name={name}
                  // The code distinguishes books with equal names.
                  isShared={(names.get(name)?.length ?? 0) > 1}
                  position={position}
                  onRemove={remove}
                />
              ))}
            </ul>
          )}
        </SortableList>
      )}
    </section>
  );
});

interface ChipProps extends NamedBook {
  readonly isShared: boolean;
  readonly position: SortablePosition;
  readonly onRemove: (code: string) => void;
}

const Chip = memo(function Chip(props: ChipProps) {
  const { code, isShared } = props;
  const name = isShared ? `${props.name} (${code})` : props.name;
  const { entryProps, handleProps } = useSortableEntry({ id: code, name });
  return (
    <li className={classes['chip']} {...entryProps}>
      <ChipContent {...props} label={name} handleProps={handleProps} />
    </li>
  );
});

interface ChipContentProps extends ChipProps {
  /** The unique label of the chip. */
  readonly label: string;
  readonly handleProps: ReturnType<typeof useSortableEntry>['handleProps'];
}

/** Separate from the chip, which is rendered on each step of a drag. */
const ChipContent = memo(function ChipContent({
  code,
  name,
  label,
  isShared,
  position,
  onRemove,
  handleProps,
}: ChipContentProps) {
  const { t } = useTranslation();
  return (
    <>
      <PositionButton name={label} position={position} />
      <button type="button" className={classes['handle']} data-tooltip={`${name} (${code})`} {...handleProps}>
        <IconGripVertical size={14} stroke={1.7} aria-hidden="true" />
        <span className={classes['name']}>{name}</span>
        {isShared && <span className={classes['chipCode']}>{code}</span>}
      </button>
      <button
        type="button"
        className={classes['remove']}
        aria-label={t('collections.removeBook', { name: label })}
        data-tooltip={t('ui.remove')}
        onClick={() => onRemove(code)}
      >
        <IconX size={14} stroke={1.7} aria-hidden="true" />
      </button>
    </>
  );
});
