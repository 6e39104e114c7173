/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the tags lose their semantics when the style sheet displays rows as blocks */
import { Text } from '@mantine/core';
import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import { PositionButton } from '#web/ui/position-button.tsx';
import { type SortablePosition, SortableList } from '#web/ui/sortable-list.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { useSortableEntry } from '#web/ui/use-sortable-entry.ts';
import classes from './book-rows.module.css';

interface NamedBook {
  readonly name: string;
}

export interface BookRowsProps<Book extends NamedBook> {
  readonly books: readonly Book[];
  readonly codeOf: (book: Book) => string;
  /** Should be stable if rows have no further column: a new function renders all rows on each key press. */
  readonly onChange: (change: (books: readonly Book[]) => readonly Book[]) => void;
  /** The text before the number of a row. */
  readonly prefix?: string;
  /** A further column, such as a field. */
  readonly extra?: { readonly label: string; readonly renderCell: (book: Book) => ReactNode };
}

/** The selected books as a table in order. They can be dragged, moved to a number, or removed. */
export const BookRows = memo(function BookRows<Book extends NamedBook>({
  books,
  codeOf,
  onChange,
  prefix,
  extra,
}: BookRowsProps<Book>) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const entries = useMemo(
    () => books.map((book) => ({ id: codeOf(book), name: book.name, book })),
    [books, codeOf],
  );
  const remove = useCallback(
    (removedCode: string) => {
      onChange((before) => before.filter((book) => codeOf(book) !== removedCode));
      heading.current?.focus();
    },
    [onChange, codeOf],
  );
  const columns = [
    t('picker.number'),
    ...(extra ? [extra.label] : []),
    t('picker.bookCode'),
    t('picker.name'),
    t('picker.actions'),
  ];
  return (
    <section className={classes['selected']}>
      <h3 className={classes['heading']} ref={heading} tabIndex={-1}>
        {t('picker.selectedBooks')}
      </h3>
      {books.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('picker.noBooks')}
        </Text>
      ) : (
        <SortableList
          layout="rows"
          entries={entries}
          windowSize={100}
          onChange={(orderedBooks) => onChange(() => orderedBooks.map(({ book }) => book))}
        >
          {(visibleBooks) => (
            <table role="table" className={classes['books']} aria-label={t('picker.selectedBooks')}>
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
                {visibleBooks.map(({ entry: { id, name, book }, position }) => (
                  <Row
                    key={id}
                    code={id}
                    name={name}
                    position={position}
                    prefix={prefix}
                    extra={extra?.renderCell(book)}
                    extraLabel={extra?.label}
                    onRemove={remove}
                  />
                ))}
              </tbody>
            </table>
          )}
        </SortableList>
      )}
    </section>
  );
  // A memoized component loses its type parameter.
}) as <Book extends NamedBook>(props: BookRowsProps<Book>) => ReactNode;

interface RowProps {
  readonly code: string;
  readonly name: string;
  readonly position: SortablePosition;
  readonly prefix: string | undefined;
  readonly extra: ReactNode;
  readonly extraLabel: string | undefined;
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
const Cells = memo(function Cells({
  code,
  name,
  position,
  prefix,
  extra,
  extraLabel,
  onRemove,
  handleProps,
}: CellsProps) {
  const { t } = useTranslation();
  return (
    <>
      <td role="cell" className={classes['number']}>
        <span className={classes['place']}>
          <button type="button" className={classes['handle']} {...handleProps}>
            <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />
          </button>
          {prefix !== undefined && `${prefix} `}
          <PositionButton name={name} position={position} />
        </span>
      </td>
      {extra !== undefined && (
        <td role="cell" className={classes['extra']} data-label={extraLabel}>
          {extra}
        </td>
      )}
      <td role="cell" className={classes['code']}>
        {code}
      </td>
      <td role="cell" className={classes['name']}>
        <ClampedText>{name}</ClampedText>
      </td>
      <td role="cell" className={classes['actions']}>
        <IconAction
          color="red"
          label={t('picker.removeBook', { name })}
          tooltip={t('ui.remove')}
          icon={<IconTrash size={16} stroke={1.7} />}
          onClick={() => onRemove(code)}
        />
      </td>
    </>
  );
});
