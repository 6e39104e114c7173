import { Badge, Text } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { PositionButton } from '#web/ui/position-button.tsx';
import { DeleteAction, EditAction } from '#web/ui/row-actions.tsx';
import { type SortablePosition, SortableList } from '#web/ui/sortable-list.tsx';
import { useSortableEntry } from '#web/ui/use-sortable-entry.ts';
import classes from './custom-fields.module.css';

export interface CustomFieldRowsProps {
  readonly fields: readonly CustomField[];
  readonly onReorder: (fields: readonly CustomField[]) => void;
  readonly onEdit: (field: CustomField) => void;
  readonly onDelete: (field: CustomField) => void;
}

/** The fields in the order of the form. They can be dragged, or moved to a position. */
export function CustomFieldRows({ fields, onReorder, onEdit, onDelete }: CustomFieldRowsProps) {
  return (
    <SortableList
      layout="rows"
      entries={fields.map((field) => ({ id: String(field.id), name: field.label, field }))}
      onChange={(entries) => onReorder(entries.map(({ field }) => field))}
    >
      {(entries) => (
        <ol className={classes['rows']}>
          {entries.map(({ entry: { field }, position }) => (
            <Row
              key={field.id}
              field={field}
              position={position}
              onEdit={() => onEdit(field)}
              onDelete={() => onDelete(field)}
            />
          ))}
        </ol>
      )}
    </SortableList>
  );
}

interface RowProps {
  readonly field: CustomField;
  readonly position: SortablePosition;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Row({ field, position, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation();
  const { key, label, type, is_required, is_filter } = field;
  const { entryProps, handleProps } = useSortableEntry({ id: String(field.id), name: label });
  return (
    <li className={classes['row']} {...entryProps}>
      <span className={classes['position']}>
        <button type="button" className={classes['handle']} {...handleProps}>
          <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />
        </button>
        <PositionButton name={label} position={position} />
      </span>
      <span className={classes['name']}>
        <strong>{label}</strong>
        <Text span size="sm" c="dimmed">
          {`${t(`customFields.types.${type}`)} · `}
          {t('customFields.key', { key })}
        </Text>
      </span>
      <span className={classes['badges']}>
        {is_required && (
          <Badge variant="light" tt="none">
            {t('customFields.required')}
          </Badge>
        )}
        {is_filter && (
          <Badge variant="light" color="gray" tt="none">
            {t('customFields.filterBadge')}
          </Badge>
        )}
      </span>
      <span className={classes['actions']}>
        <EditAction label={t('customFields.edit', { label })} onClick={onEdit} />
        <DeleteAction label={t('customFields.delete', { label })} deletion={undefined} onClick={onDelete} />
      </span>
    </li>
  );
}
