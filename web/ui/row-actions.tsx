import { ActionIcon, Loader } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './row-actions.module.css';

export interface RowActionProps {
  /** Names the record too, since a table has many of these. */
  readonly label: string;
  readonly onClick: () => void;
}

/** How it stands with the deletion of a record. */
export interface RowDeletion {
  readonly isRunning: boolean;
  /** Why the last attempt failed. */
  readonly fault?: string;
}

export interface DeleteActionProps extends RowActionProps {
  readonly deletion: RowDeletion | undefined;
  readonly className?: string | undefined;
}

export function EditAction({ label, onClick }: RowActionProps) {
  return (
    <ActionIcon variant="subtle" aria-label={label} onClick={onClick}>
      <IconPencil size={18} stroke={1.7} />
    </ActionIcon>
  );
}

/** Shows the progress of its own row, and beneath the buttons why the row is still there. */
export function DeleteAction({ label, onClick, deletion, className }: DeleteActionProps) {
  const { t } = useTranslation();
  const isRunning = deletion?.isRunning === true;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={isRunning ? `${label}: ${t('ui.deleting')}` : label}
        // Not disabled, which would take the focus away; a second click asks nothing.
        aria-disabled={isRunning}
        aria-busy={isRunning}
        className={className ?? ''}
        onClick={onClick}
      >
        {isRunning ? <Loader size={16} color="red" aria-hidden /> : <IconTrash size={18} stroke={1.7} />}
      </ActionIcon>
      {deletion?.fault !== undefined && <output className={classes['fault']}>{deletion.fault}</output>}
    </>
  );
}
