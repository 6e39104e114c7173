import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { camelCase } from '#contract/core/record-types';
import { DataCell, type DataCellProps, DataRow, DataTable } from '#web/ui/data-table.tsx';
import type { PreviewedImage } from '#web/ui/image-preview.tsx';
import { DeleteAction, EditAction, ViewAction } from '#web/ui/row-actions.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { RecordMenu } from '#web/core/components/record-menu.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import { useCanDelete, useCanEdit } from '#web/core/components/use-permission.ts';
import type { RowActions, TableResource } from './listed-resource.ts';

/** The name and the image of a record in its list. */
export interface ListedRecord {
  readonly name: string;
  readonly image?: string | null | undefined;
  readonly thumbnail?: string | null | undefined;
}

/** A column between the name and the actions. */
export interface ResourceColumn<Item> {
  /** The key of the column in `record-types.ts`. */
  readonly key: string;
  readonly label: string;
  readonly kind?: DataCellProps['kind'];
  readonly render: (item: Item) => ReactNode;
}

/** The parts of a table that differ between resources. */
export interface ResourceTableOptions<Item> {
  readonly nameLabel: string;
  readonly recordOf: (item: Item) => ListedRecord;
  readonly columns: readonly ResourceColumn<Item>[];
  /** The column of images, with their width. Absent for records without images. */
  readonly image?: { readonly label: string; readonly px: number };
  /** The minimum width in rem for rows. */
  readonly rowsFrom: number;
  readonly hasFooter?: boolean;
  /** False for rows without the menu of further actions. */
  readonly hasMenu?: boolean;
  /** The label of the action of users who cannot edit, which shows an item. Absent for lists without it. */
  readonly viewLabel?: (name: string) => string;
}

export interface ResourceTableProps<Item> extends ResourceTableOptions<Item>, RowActions<Item> {
  readonly kind: TableResource;
  readonly items: readonly Item[];
  readonly onPreview: (image: PreviewedImage) => void;
}

/** A text in place of a value that was not recorded. */
export function NoValue({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed" span>
      {children}
    </Text>
  );
}

/** The table of a resource: ID, image if any, name, its own columns, and the actions of a row. */
export function ResourceTable<Item extends { readonly id: number }>(props: ResourceTableProps<Item>) {
  const { kind, items, nameLabel, image, columns, rowsFrom, hasFooter = false } = props;
  const { t } = useTranslation();
  const module = camelCase(kind);
  const labels = {
    id: t(`${module}.id`),
    ...(image && { image: image.label }),
    name: nameLabel,
    ...Object.fromEntries(columns.map(({ key, label }) => [key, label])),
    actions: t(`${module}.actions`),
  };
  return (
    <DataTable columns={labels} rowsFrom={rowsFrom} hasFooter={hasFooter}>
      {items.map((item) => (
        <ResourceRow key={item.id} {...props} item={item} labels={labels} />
      ))}
    </DataTable>
  );
}

interface ResourceRowProps<Item> extends ResourceTableProps<Item> {
  readonly item: Item;
  readonly labels: Readonly<Record<'id' | 'name' | 'actions', string>>;
}

function ResourceRow<Item extends { readonly id: number }>(props: ResourceRowProps<Item>) {
  const { item, labels, kind, recordOf, image, columns, hasMenu = true, viewLabel, deletionOf } = props;
  const { t } = useTranslation();
  const canEdit = useCanEdit(kind);
  const canDelete = useCanDelete(kind);
  const module = camelCase(kind);
  const { id } = item;
  const record = recordOf(item);
  const { name } = record;
  return (
    <DataRow>
      <DataCell label={labels.id} kind="id">
        {id}
      </DataCell>
      {image && (
        <DataCell label={image.label}>
          <RecordImage record={record} px={image.px} onPreview={props.onPreview} />
        </DataCell>
      )}
      <DataCell label={labels.name} kind="title">
        <RecordLink kind={kind} id={id}>
          <ClampedText isName>{name}</ClampedText>
        </RecordLink>
      </DataCell>
      {columns.map(({ key, label, kind: cellKind, render }) => (
        <DataCell key={key} label={label} {...(cellKind && { kind: cellKind })}>
          {render(item)}
        </DataCell>
      ))}
      <DataCell label={labels.actions} kind="actions">
        {canEdit && <EditAction label={t(`${module}.edit`, { name })} onClick={() => props.onEdit(item)} />}
        {!canEdit && viewLabel && <ViewAction label={viewLabel(name)} onClick={() => props.onEdit(item)} />}
        {canDelete && (
          <DeleteAction
            label={t(`${module}.delete`, { name })}
            deletion={deletionOf(item)}
            onClick={() => props.onDelete(item)}
          />
        )}
        {hasMenu && <RecordMenu record={{ kind, id, name }} />}
      </DataCell>
    </DataRow>
  );
}

interface RecordImageProps {
  readonly record: ListedRecord;
  /** The width and the height. */
  readonly px: number;
  readonly onPreview: (image: PreviewedImage) => void;
}

function RecordImage({ record, px, onPreview }: RecordImageProps) {
  const { t } = useTranslation();
  const { name, image, thumbnail } = record;
  const src = thumbnail ?? image;
  if (!src) return <NoValue>{t('ui.noImage')}</NoValue>;
  return (
    <Thumbnail
      src={src}
      name={name}
      width={px}
      height={px}
      onOpen={() => onPreview({ src: image ?? src, name })}
    />
  );
}
