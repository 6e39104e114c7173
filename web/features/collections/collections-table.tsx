import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#contract/collections/collections';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { NameList } from '#web/ui/name-list.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { DeleteAction, EditAction } from '#web/ui/row-actions.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { RecordMenu } from '#web/core/components/record-menu.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import type { Deletions } from '#web/core/components/use-delete.ts';
import { useCanDelete, useCanEdit } from '#web/core/components/use-permission.ts';

export interface CollectionsTableProps {
  readonly collections: readonly Collection[];
  readonly onPreview: (collection: Collection) => void;
  readonly onEdit: (collection: Collection) => void;
  readonly onDelete: (collection: Collection) => void;
  readonly deletionOf: Deletions<Collection>['deletionOf'];
}

const IMAGE_PX = 64;

export function CollectionsTable({
  collections,
  onPreview,
  onEdit,
  onDelete,
  deletionOf,
}: CollectionsTableProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('collections');
  const canDelete = useCanDelete('collections');
  const label = {
    id: t('collections.id'),
    image: t('collections.image'),
    title: t('collections.title'),
    description: t('collections.description'),
    book_count: t('collections.bookCount'),
    books: t('collections.books'),
    actions: t('collections.actions'),
  };
  const dimmedText = (text: string) => (
    <Text size="sm" c="dimmed" span>
      {text}
    </Text>
  );
  return (
    <DataTable columns={label} rowsFrom={54}>
      {collections.map((collection) => {
        const { id, title, description, books } = collection;
        const src = collection.thumbnail_url ?? collection.image;
        return (
          <DataRow key={id}>
            <DataCell label={label.id} kind="id">
              {id}
            </DataCell>
            <DataCell label={label.image}>
              {src ? (
                <Thumbnail
                  src={src}
                  name={title}
                  width={IMAGE_PX}
                  height={IMAGE_PX}
                  onOpen={() => onPreview(collection)}
                />
              ) : (
                dimmedText(t('ui.noImage'))
              )}
            </DataCell>
            <DataCell label={label.title} kind="title">
              <RecordLink kind="collections" id={id}>
                <ClampedText isName>{title}</ClampedText>
              </RecordLink>
            </DataCell>
            <DataCell label={label.description} kind="long">
              <ReadMore text={description} start={firstCharacters(description)} />
            </DataCell>
            <DataCell label={label.book_count} kind="number">
              {books.length}
            </DataCell>
            <DataCell label={label.books} kind="long">
              {books.length === 0 ? dimmedText(t('collections.noBooks')) : <NameList entries={books} />}
            </DataCell>
            <DataCell label={label.actions} kind="actions">
              {canEdit && (
                <EditAction
                  label={t('collections.edit', { name: title })}
                  onClick={() => onEdit(collection)}
                />
              )}
              {canDelete && (
                <DeleteAction
                  label={t('collections.delete', { name: title })}
                  deletion={deletionOf(collection)}
                  onClick={() => onDelete(collection)}
                />
              )}
              <RecordMenu record={{ kind: 'collections', id, name: title }} />
            </DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
