import { Anchor, Button } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuthorEntry } from '#contract/contributors/authors';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import { EditAction } from '#web/ui/row-actions.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './contributors.module.css';

export interface ContributorsTableProps {
  readonly authors: readonly AuthorEntry[];
  /** A key of the orders; blank for the authors with the most books first. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly canEdit: boolean;
  readonly onRename: (author: AuthorEntry) => void;
  /** `into` is the selected similar name, if any. */
  readonly onMerge: (author: AuthorEntry, into?: string) => void;
}

/** Returns the address of all books of an author in all languages. */
const booksOf = (name: string) => `/books?${new URLSearchParams({ author: name, language: '' })}`;

export function ContributorsTable({
  authors,
  sort,
  onSort,
  canEdit,
  onRename,
  onMerge,
}: ContributorsTableProps) {
  const { t } = useTranslation();
  const label = {
    id: t('contributors.id'),
    name: t('contributors.name'),
    book_count: t('contributors.bookCount'),
    similar: t('contributors.similar'),
    actions: t('contributors.actions'),
  };
  return (
    <DataTable
      columns={label}
      rowsFrom={44}
      sorts={{
        [label.name]: {
          direction: sort === 'name' ? 'asc' : sort === 'name-desc' ? 'desc' : undefined,
          onSort: (direction) =>
            onSort(direction === 'asc' ? 'name' : direction === 'desc' ? 'name-desc' : ''),
        },
        // The authors with the most books are first without a chosen order.
        [label.book_count]: {
          direction: sort === 'fewest' ? 'asc' : sort === '' ? 'desc' : undefined,
          onSort: (direction) => onSort(direction === 'asc' || sort === '' ? 'fewest' : ''),
        },
      }}
    >
      {authors.map((author) => {
        const { id, name, book_count, similar = [] } = author;
        return (
          <DataRow key={id}>
            <DataCell label={label.id} kind="id">
              {id}
            </DataCell>
            <DataCell label={label.name} kind="title">
              {name}
            </DataCell>
            <DataCell label={label.book_count} kind="number">
              <Anchor
                component={Link}
                to={booksOf(name)}
                className={classes['count'] ?? ''}
                aria-label={t('contributors.showBooks', { count: book_count, name })}
              >
                {book_count}
              </Anchor>
            </DataCell>
            <DataCell label={label.similar} kind="long">
              {similar.length === 0 ? (
                '-'
              ) : (
                <ul className={classes['similar']}>
                  {similar.map((other) => (
                    <li key={other.id}>
                      {canEdit ? (
                        <Button
                          variant="default"
                          size="compact-sm"
                          classNames={{ root: classes['merge'] ?? '', label: classes['mergeName'] ?? '' }}
                          aria-label={t('contributors.mergeInto', { name, into: other.name })}
                          onClick={() => onMerge(author, other.name)}
                        >
                          <UserText>{other.name}</UserText> ({other.book_count})
                        </Button>
                      ) : (
                        <>
                          <UserText>{other.name}</UserText> ({other.book_count})
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </DataCell>
            <DataCell label={label.actions} kind="actions">
              {canEdit && (
                <>
                  <EditAction
                    label={t('contributors.renameOne', { name })}
                    onClick={() => onRename(author)}
                  />
                  <IconAction
                    label={t('contributors.mergeOne', { name })}
                    tooltip={t('contributors.merge')}
                    icon={<IconArrowMerge size={18} stroke={1.7} />}
                    onClick={() => onMerge(author)}
                  />
                </>
              )}
            </DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
