/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the tags lose their semantics when the style sheet displays rows as blocks */
import { Text } from '@mantine/core';
import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import { memo, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import { PositionButton } from '#web/ui/position-button.tsx';
import { type SortablePosition, SortableList } from '#web/ui/sortable-list.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { useSortableEntry } from '#web/ui/use-sortable-entry.ts';
import { type DayBook, renumberBooks, withoutBook } from './challenge-form.ts';
import classes from './challenge-dialog.module.css';

export type ChangeBooks = (change: (books: readonly DayBook[]) => readonly DayBook[]) => void;

export interface SelectedBooksProps {
  readonly books: readonly DayBook[];
  /** Must be stable, since a new function would render all rows on each key press. */
  readonly onChange: ChangeBooks;
}

/** The books of a challenge, one per day. They can be dragged, moved to a day, or removed. */
export const SelectedBooks = memo(function SelectedBooks({ books, onChange }: SelectedBooksProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const entries = useMemo(
    () => books.map((book) => ({ id: book.book_code, name: book.name, book })),
    [books],
  );
  const remove = useCallback(
    (code: string) => {
      onChange((before) => withoutBook(before, code));
      heading.current?.focus();
    },
    [onChange],
  );
  const columns = [
    t('challenges.number'),
    t('challenges.bookCode'),
    t('challenges.name'),
    t('challenges.actions'),
  ];
  return (
    <section className={classes['selected']}>
      <h3 className={classes['heading']} ref={heading} tabIndex={-1}>
        {t('challenges.selectedBooks')}
      </h3>
      {books.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('challenges.noBooks')}
        </Text>
      ) : (
        <SortableList
          layout="rows"
          entries={entries}
          windowSize={100}
          onChange={(orderedBooks) => onChange(() => renumberBooks(orderedBooks.map(({ book }) => book)))}
        >
          {(visibleBooks) => (
            <table role="table" className={classes['books']} aria-label={t('challenges.selectedBooks')}>
              <thead role="rowgroup">
                <tr role="row">
                  {columns.map((column) => (
                    <th role="columnheader" scope="col" key={column}>
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody role="rowgroup">
                {visibleBooks.map(({ entry: { id, name }, position }) => (
                  <Row key={id} code={id} name={name} position={position} onRemove={remove} />
                ))}
              </tbody>
            </table>
          )}
        </SortableList>
      )}
    </section>
  );
});

interface RowProps {
  readonly code: string;
  readonly name: string;
  readonly position: SortablePosition;
  readonly onRemove: (code: string) => void;
}

const Row = memo(function Row(props: RowProps) {
  const { entryProps, handleProps } = useSortableEntry({ id: props.code, name: props.name });
  return (
    <tr role="row" className={classes['book']} {...entryProps}>
      <Cells {...props} handleProps={handleProps} />
    </tr>
  );
});

interface CellsProps extends RowProps {
  readonly handleProps: ReturnType<typeof useSortableEntry>['handleProps'];
}

/** Separate from the row, which is rendered on each step of a drag. */
const Cells = memo(function Cells({ code, name, position, onRemove, handleProps }: CellsProps) {
  const { t } = useTranslation();
  return (
    <>
      <td role="cell" className={classes['day']}>
        <span className={classes['place']}>
          <button type="button" className={classes['handle']} {...handleProps}>
            <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />
          </button>
          {`${t('challenges.day')} `}
          <PositionButton name={name} position={position} />
        </span>
      </td>
      <td role="cell" className={classes['code']}>
        {code}
      </td>
      <td role="cell" className={classes['name']}>
        <ClampedText>{name}</ClampedText>
      </td>
      <td role="cell" className={classes['actions']}>
        <IconAction
          color="red"
          label={t('challenges.removeBook', { name })}
          tooltip={t('ui.remove')}
          icon={<IconTrash size={16} stroke={1.7} />}
          onClick={() => onRemove(code)}
        />
      </td>
    </>
  );
});
