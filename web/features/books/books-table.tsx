/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the tags lose their meaning where the style sheet lays rows out as blocks */
import { ActionIcon, Table, Text } from '@mantine/core';
import { IconHeadphones, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import type { Book } from '#contract/resources/books';
import { toMinutes } from '../../lib/durations.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { usePermission } from '../../widgets/use-permission.ts';
import classes from './books-screen.module.css';

export interface BooksTableProps {
  readonly books: readonly Book[];
  readonly onPreview: (book: Book) => void;
  readonly onChapters: (book: Book) => void;
  readonly onEdit: (book: Book) => void;
  readonly onDelete: (book: Book) => void;
}

function NameAndCode({ entry }: { readonly entry: { name?: string; code?: string } | null | undefined }) {
  if (!entry?.name && !entry?.code) return <Text c="dimmed">-</Text>;
  return (
    <div>
      <div>{entry.name}</div>
      <Text size="xs" c="dimmed">
        {entry.code}
      </Text>
    </div>
  );
}

/**
 * A table on wide screens; on narrow ones each row is a card whose cells carry their column's name. The roles keep it a table
 * for readers where the style sheet turns rows into blocks.
 */
export function BooksTable({ books, onPreview, onChapters, onEdit, onDelete }: BooksTableProps) {
  const { t } = useTranslation();
  const canEdit = usePermission('books:edit');
  const canDelete = usePermission('books:delete');
  const columns = [
    'id',
    'title',
    'author',
    'category',
    'subCategory',
    'readingTime',
    'duration',
    'actions',
  ] as const;
  const label = (column: (typeof columns)[number]) => ({ 'data-label': t(`books.${column}`) });
  const { width, height } = limits.thumbnailPx;
  const minutes = (seconds: number) => t('books.minutes', { count: toMinutes(seconds) });

  return (
    <Table
      role="table"
      className={classes['table'] ?? ''}
      highlightOnHover
      verticalSpacing="xs"
      horizontalSpacing="md"
    >
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((column) => (
            <Table.Th role="columnheader" key={column} data-column={column} scope="col">
              {t(`books.${column}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {books.map((book) => (
          <Table.Tr role="row" key={book.id}>
            <Table.Td role="cell" {...label('id')} className={classes['number'] ?? ''}>
              {book.id}
            </Table.Td>
            <Table.Td role="cell" {...label('title')} data-column="title">
              <div className={classes['title']}>
                <Thumbnail
                  src={book.thumbnail_url ?? book.image_url}
                  name={book.name}
                  width={width}
                  height={height}
                  onOpen={() => onPreview(book)}
                />
                <div>
                  <div className={classes['name']}>{book.name}</div>
                  <Text size="xs" c="dimmed">
                    {book.code}
                  </Text>
                </div>
              </div>
            </Table.Td>
            <Table.Td role="cell" {...label('author')}>
              {book.author?.name || '-'}
            </Table.Td>
            <Table.Td role="cell" {...label('category')}>
              <NameAndCode entry={book.category} />
            </Table.Td>
            <Table.Td role="cell" {...label('subCategory')}>
              <NameAndCode entry={book.sub_category} />
            </Table.Td>
            <Table.Td role="cell" {...label('readingTime')} className={classes['number'] ?? ''}>
              {minutes(book.reading_time)}
            </Table.Td>
            <Table.Td role="cell" {...label('duration')} className={classes['number'] ?? ''}>
              {minutes(book.duration)}
            </Table.Td>
            <Table.Td role="cell" {...label('actions')} data-column="actions">
              <div className={classes['actions']}>
                <ActionIcon
                  variant="subtle"
                  aria-label={t('books.viewChapters', { name: book.name })}
                  onClick={() => onChapters(book)}
                >
                  <IconHeadphones size={18} stroke={1.7} />
                </ActionIcon>
                {canEdit && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('books.edit', { name: book.name })}
                    onClick={() => onEdit(book)}
                  >
                    <IconPencil size={18} stroke={1.7} />
                  </ActionIcon>
                )}
                {canDelete && (
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={t('books.delete', { name: book.name })}
                    onClick={() => onDelete(book)}
                  >
                    <IconTrash size={18} stroke={1.7} />
                  </ActionIcon>
                )}
              </div>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
