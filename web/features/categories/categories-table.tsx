import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Category } from '#contract/categories/categories';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { DeleteAction, EditAction } from '#web/ui/row-actions.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { RecordMenu } from '#web/core/components/record-menu.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import type { Deletions } from '#web/core/components/use-delete.ts';
import { useCanDelete, useCanEdit } from '#web/core/components/use-permission.ts';

export interface CategoriesTableProps {
  readonly categories: readonly Category[];
  readonly onPreview: (category: Category) => void;
  readonly onEdit: (category: Category) => void;
  readonly onDelete: (category: Category) => void;
  readonly deletionOf: Deletions<Category>['deletionOf'];
}

const IMAGE_PX = 48;

export function CategoriesTable({
  categories,
  onPreview,
  onEdit,
  onDelete,
  deletionOf,
}: CategoriesTableProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('categories');
  const canDelete = useCanDelete('categories');
  const label = {
    id: t('categories.id'),
    image: t('categories.image'),
    name: t('categories.name'),
    code: t('categories.code'),
    actions: t('categories.actions'),
  };
  return (
    <DataTable columns={label} rowsFrom={40} hasFooter>
      {categories.map((category) => {
        const src = category.thumbnail_url ?? category.image_url;
        return (
          <DataRow key={category.id}>
            <DataCell label={label.id} kind="id">
              {category.id}
            </DataCell>
            <DataCell label={label.image}>
              {src ? (
                <Thumbnail
                  src={src}
                  name={category.name}
                  width={IMAGE_PX}
                  height={IMAGE_PX}
                  onOpen={() => onPreview(category)}
                />
              ) : (
                <Text size="sm" c="dimmed" span>
                  {t('ui.noImage')}
                </Text>
              )}
            </DataCell>
            <DataCell label={label.name} kind="title">
              <RecordLink kind="categories" id={category.id}>
                <ClampedText isName>{category.name}</ClampedText>
              </RecordLink>
            </DataCell>
            <DataCell label={label.code}>{category.code}</DataCell>
            <DataCell label={label.actions} kind="actions">
              {canEdit && (
                <EditAction
                  label={t('categories.edit', { name: category.name })}
                  onClick={() => onEdit(category)}
                />
              )}
              {canDelete && (
                <DeleteAction
                  label={t('categories.delete', { name: category.name })}
                  deletion={deletionOf(category)}
                  onClick={() => onDelete(category)}
                />
              )}
              <RecordMenu record={{ kind: 'categories', id: category.id, name: category.name }} />
            </DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
