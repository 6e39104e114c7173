import { IconHeadphones } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { detailLabels } from '#contract/books/book-details';
import { type Book, sortDates } from '#contract/books/books';
import { type AdditionalBookColumn, additionalBookColumns } from '#contract/saved-views/view-lists';
import { toMinutes } from '#web/core/lib/durations.ts';
import { DataCell, DataRow, DataTable, type SortDirection, TwoLines } from '#web/ui/data-table.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import { useListSettings } from '#web/ui/list-settings.ts';
import { DeleteAction, EditAction } from '#web/ui/row-actions.tsx';
import { SelectBox } from '#web/ui/select-box.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import type { Deletions } from '#web/core/components/use-delete.ts';
import { ClampedText } from '#web/ui/user-text.tsx';
import { useCanDelete, useCanEdit } from '#web/core/components/use-permission.ts';
import type { BookFilters } from './book-filters.ts';
import type { OpenDialog } from './open-dialog.ts';
import classes from './books-screen.module.css';
import { useCustomColumns } from './custom-columns.ts';
import { useCustomText } from './use-custom-text.ts';
import { ExportMenu } from './export-menu.tsx';
import { useColumnText } from './use-column-text.ts';
import type { BookSelection } from '#web/features/bulk/use-selecting.ts';

const thumbnailPx = { width: 40, height: 60 };

/** The width in rem for rows with the default columns. With more columns the table scrolls. */
const WIDTH = 54;

export interface BooksTableProps {
  readonly books: readonly Book[];
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly deletionOf: Deletions<Book>['deletionOf'];
  /** Blank for the newest first. */
  readonly sort: BookFilters['sort'];
  readonly onSort: (sort: BookFilters['sort']) => void;
  /** Defined while books are selected. */
  readonly selection: BookSelection | undefined;
}

function NameAndCode({ entry }: { readonly entry: { name?: string; code?: string } | null | undefined }) {
  if (!entry?.name && !entry?.code) return '-';
  return (
    <TwoLines>
      <ClampedText>{entry.name ?? ''}</ClampedText>
      <div className={classes['second']}>
        <ClampedText>{entry.code ?? ''}</ClampedText>
      </div>
    </TwoLines>
  );
}

/** The table of books. Memoized, so rendering the screen does not render it. */
export const BooksTable = memo(function BooksTable(props: BooksTableProps) {
  const { books, onOpen, deletionOf, sort, onSort, selection } = props;
  const { t } = useTranslation();
  const canEdit = useCanEdit('books');
  const canDelete = useCanDelete('books');
  const { hidden } = useListSettings();
  const textOf = useColumnText();
  const additionalColumns = additionalBookColumns.filter((column) => !hidden.has(column));
  const customText = useCustomText();
  const customColumns = useCustomColumns().filter(({ key }) => !hidden.has(key));
  const additionalLabels: Readonly<Record<AdditionalBookColumn, string>> = {
    language: t('books.language'),
    type: t('books.type'),
    year: t('books.year'),
    narrator: t('books.narrator'),
    contributors: t('books.contributors'),
    series: t('books.series'),
    publisher: t('books.publisher'),
    imprint: t('books.imprint'),
    ...detailLabels,
  };
  const label = {
    id: t('books.id'),
    title: t('books.title'),
    author: t('books.author'),
    category: t('books.category'),
    sub_category: t('books.subCategory'),
    reading_time: t('books.readingTime'),
    duration: t('books.duration'),
  };
  const actions = t('books.actions');
  const columns = {
    ...label,
    ...Object.fromEntries(additionalColumns.map((column) => [column, additionalLabels[column]])),
    ...Object.fromEntries(customColumns.map((column) => [column.key, column.label])),
    actions,
  };
  const { width, height } = thumbnailPx;
  const minutes = (seconds: number) => t('books.minutes', { count: toMinutes(seconds) });

  return (
    <DataTable
      columns={columns}
      rowsFrom={WIDTH}
      sorts={{
        [label.reading_time]: {
          direction: sort === 'asc' || sort === 'desc' ? sort : undefined,
          onSort: (direction) => onSort(direction ?? ''),
        },
        ...Object.fromEntries(
          sortDates.map((date) => [
            additionalLabels[date],
            {
              direction: (['asc', 'desc'] as const).find((direction) => sort === `${date}-${direction}`),
              onSort: (direction: SortDirection | undefined) =>
                onSort(direction ? `${date}-${direction}` : ''),
            },
          ]),
        ),
      }}
    >
      {books.map((book) => (
        <DataRow key={book.id} record={book.id} isSelected={selection?.isSelected(book)}>
          <DataCell label={label.id} kind="id">
            {book.id}
          </DataCell>
          <DataCell label={label.title} kind="title" edits="language">
            <div className={classes['title']}>
              {selection && (
                <SelectBox
                  checked={selection.isSelected(book)}
                  aria-label={t('books.select.select', { name: book.name })}
                  onChange={({ nativeEvent }) =>
                    selection.toggle(book, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                  }
                />
              )}
              <Thumbnail
                src={book.thumbnail_url ?? book.image_url}
                name={book.name}
                width={width}
                height={height}
                onOpen={() => onOpen({ kind: 'preview', book })}
              />
              <TwoLines>
                <RecordLink kind="books" id={book.id}>
                  <ClampedText isName>{book.name}</ClampedText>
                </RecordLink>
                <div className={classes['second']} data-code>
                  {book.code}
                </div>
              </TwoLines>
            </div>
          </DataCell>
          <DataCell label={label.author} edits="author">
            {book.author?.name || '-'}
          </DataCell>
          <DataCell label={label.category} edits="category_code">
            <NameAndCode entry={book.category} />
          </DataCell>
          <DataCell label={label.sub_category} edits="category_code">
            <NameAndCode entry={book.sub_category} />
          </DataCell>
          <DataCell label={label.reading_time} kind="number">
            {minutes(book.reading_time)}
          </DataCell>
          <DataCell label={label.duration} kind="number">
            {minutes(book.duration)}
          </DataCell>
          {additionalColumns.map((column) => (
            <DataCell key={column} label={additionalLabels[column]} kind="text">
              {textOf(book, column) || null}
            </DataCell>
          ))}
          {customColumns.map(({ key, label: columnLabel, field }) => (
            <DataCell key={key} label={columnLabel} kind="text">
              {customText(field, book.custom?.[field.key]) || null}
            </DataCell>
          ))}
          <DataCell label={actions} kind="actions">
            <IconAction
              label={t('books.viewChapters', { name: book.name })}
              tooltip={t('books.chapters')}
              data-row-action="open"
              icon={<IconHeadphones size={18} stroke={1.7} />}
              onClick={() => onOpen({ kind: 'chapters', book })}
            />
            {canEdit && (
              <EditAction
                label={t('books.edit', { name: book.name })}
                onClick={() => onOpen({ kind: 'form', target: { item: book } })}
              />
            )}
            {canDelete && (
              <DeleteAction
                label={t('books.delete', { name: book.name })}
                deletion={deletionOf(book)}
                onClick={() => onOpen({ kind: 'delete', book })}
              />
            )}
            <ExportMenu book={book} />
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
});
