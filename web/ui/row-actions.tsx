import { Button, Loader } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { IconAction } from './icon-action.tsx';
import classes from './row-actions.module.css';
import { usePlainWords } from './use-plain-words.ts';
import { useSentence } from './use-sentence.ts';

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
  /** Shows what uses the record, where that is why. */
  readonly onShowUses?: () => void;
}

export interface DeleteActionProps extends RowActionProps {
  readonly deletion: RowDeletion | undefined;
  readonly className?: string | undefined;
}

export function EditAction({ label, onClick }: RowActionProps) {
  const t = usePlainWords();
  return (
    <IconAction
      label={label}
      tooltip={t('ui.edit')}
      data-row-action="edit"
      icon={<IconPencil size={18} stroke={1.7} />}
      onClick={onClick}
    />
  );
}

/** Shows the progress of its own row, and beneath the buttons why the row is still there. */
export function DeleteAction({ label, onClick, deletion, className }: DeleteActionProps) {
  const t = usePlainWords();
  const isRunning = deletion?.isRunning === true;
  return (
    <>
      <IconAction
        color="red"
        label={isRunning ? `${label}: ${t('ui.deleting')}` : label}
        tooltip={t('ui.delete')}
        data-row-action="delete"
        isBusy={isRunning}
        className={className ?? ''}
        icon={isRunning ? <Loader size={16} color="red" aria-hidden /> : <IconTrash size={18} stroke={1.7} />}
        onClick={onClick}
      />
      {deletion?.fault !== undefined && <Fault fault={deletion.fault} onShowUses={deletion.onShowUses} />}
    </>
  );
}

interface FaultProps {
  readonly fault: string;
  readonly onShowUses: (() => void) | undefined;
}

function Fault({ fault, onShowUses }: FaultProps) {
  const t = usePlainWords();
  const say = useSentence();
  return (
    <div className={classes['fault']}>
      <output>{say(fault)}</output>
      {onShowUses && (
        <Button size="compact-sm" variant="default" mt={4} onClick={onShowUses}>
          {t('ui.usesShow')}
        </Button>
      )}
    </div>
  );
}
