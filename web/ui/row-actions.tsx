import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';

export interface RowActionProps {
  /** Names the record too, since a table has many of these. */
  readonly label: string;
  readonly onClick: () => void;
}

export function EditAction({ label, onClick }: RowActionProps) {
  return (
    <ActionIcon variant="subtle" aria-label={label} onClick={onClick}>
      <IconPencil size={18} stroke={1.7} />
    </ActionIcon>
  );
}

export function DeleteAction({ label, onClick }: RowActionProps) {
  return (
    <ActionIcon variant="subtle" color="red" aria-label={label} onClick={onClick}>
      <IconTrash size={18} stroke={1.7} />
    </ActionIcon>
  );
}
