import { useTranslation } from 'react-i18next';
import type { SubCategory } from '#contract/sub-categories/sub-categories';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { DeleteAction, EditAction } from '#web/ui/row-actions.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import type { Deletions } from '#web/core/components/use-delete.ts';
import { useCanDelete, useCanEdit } from '#web/core/components/use-permission.ts';

export interface SubCategoriesTableProps {
  readonly subCategories: readonly SubCategory[];
  readonly onEdit: (subCategory: SubCategory) => void;
  readonly onDelete: (subCategory: SubCategory) => void;
  readonly deletionOf: Deletions<SubCategory>['deletionOf'];
}

export function SubCategoriesTable({ subCategories, onEdit, onDelete, deletionOf }: SubCategoriesTableProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('sub-categories');
  const canDelete = useCanDelete('sub-categories');
  const label = {
    id: t('subCategories.id'),
    name: t('subCategories.name'),
    code: t('subCategories.code'),
    category_code: t('subCategories.categoryCode'),
    category_name: t('subCategories.categoryName'),
    actions: t('subCategories.actions'),
  };
  return (
    <DataTable columns={label} rowsFrom={48}>
      {subCategories.map((subCategory) => {
        const { id, name, code, category_code, category } = subCategory;
        return (
          <DataRow key={id}>
            <DataCell label={label.id} kind="id">
              {id}
            </DataCell>
            <DataCell label={label.name} kind="title">
              <RecordLink kind="sub-categories" id={id}>
                <ClampedText isName>{name}</ClampedText>
              </RecordLink>
            </DataCell>
            <DataCell label={label.code}>{code}</DataCell>
            <DataCell label={label.category_code}>{category_code}</DataCell>
            <DataCell label={label.category_name}>{category?.name}</DataCell>
            <DataCell label={label.actions} kind="actions">
              {canEdit && (
                <EditAction label={t('subCategories.edit', { name })} onClick={() => onEdit(subCategory)} />
              )}
              {canDelete && (
                <DeleteAction
                  label={t('subCategories.delete', { name })}
                  deletion={deletionOf(subCategory)}
                  onClick={() => onDelete(subCategory)}
                />
              )}
            </DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
