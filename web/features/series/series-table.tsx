import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Series, SeriesBook } from '#contract/series/series';
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

export interface SeriesTableProps {
  readonly series: readonly Series[];
  readonly onPreview: (item: Series) => void;
  readonly onEdit: (item: Series) => void;
  readonly onDelete: (item: Series) => void;
  readonly deletionOf: Deletions<Series>['deletionOf'];
}

const IMAGE_PX = 64;

/** Returns a book whose name starts with its position. */
const withPosition = ({ code, name, position }: SeriesBook) => ({
  code,
  name: position === '' ? name : `${position} · ${name}`,
});

export function SeriesTable({ series, onPreview, onEdit, onDelete, deletionOf }: SeriesTableProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('series');
  const canDelete = useCanDelete('series');
  const label = {
    id: t('series.id'),
    image: t('series.image'),
    title: t('series.title'),
    description: t('series.description'),
    is_ordered: t('series.isOrdered'),
    book_count: t('series.bookCount'),
    books: t('series.books'),
    actions: t('series.actions'),
  };
  const dimmedText = (text: string) => (
    <Text size="sm" c="dimmed" span>
      {text}
    </Text>
  );
  return (
    <DataTable columns={label} rowsFrom={54}>
      {series.map((item) => {
        const { id, title, description, books } = item;
        const src = item.thumbnail_url ?? item.image;
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
                  onOpen={() => onPreview(item)}
                />
              ) : (
                dimmedText(t('ui.noImage'))
              )}
            </DataCell>
            <DataCell label={label.title} kind="title">
              <RecordLink kind="series" id={id}>
                <ClampedText isName>{title}</ClampedText>
              </RecordLink>
            </DataCell>
            <DataCell label={label.description} kind="long">
              <ReadMore text={description} start={firstCharacters(description)} />
            </DataCell>
            <DataCell label={label.is_ordered}>{t(item.is_ordered ? 'series.yes' : 'series.no')}</DataCell>
            <DataCell label={label.book_count} kind="number">
              {books.length}
            </DataCell>
            <DataCell label={label.books} kind="long">
              {books.length === 0 ? (
                dimmedText(t('series.noBooks'))
              ) : (
                <NameList entries={books.map(withPosition)} />
              )}
            </DataCell>
            <DataCell label={label.actions} kind="actions">
              {canEdit && (
                <EditAction label={t('series.edit', { name: title })} onClick={() => onEdit(item)} />
              )}
              {canDelete && (
                <DeleteAction
                  label={t('series.delete', { name: title })}
                  deletion={deletionOf(item)}
                  onClick={() => onDelete(item)}
                />
              )}
              <RecordMenu record={{ kind: 'series', id, name: title }} />
            </DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
