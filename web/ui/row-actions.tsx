import { Button, Loader } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { IconAction } from './icon-action.tsx';
import classes from './row-actions.module.css';
import { useT } from './use-t.ts';
import { useErrorMessage } from './use-error-message.ts';

export interface RowActionProps {
  /** The accessible name. It includes the record, since a table has many of these buttons. */
  readonly label: string;
  readonly onClick: () => void;
}

/** The state of the deletion of a record. */
export interface RowDeletion {
  readonly isRunning: boolean;
  /** The error of the last attempt. */
  readonly problem?: string;
  /** Shows the references that prevent the deletion. */
  readonly onShowReferences?: () => void;
}

export interface DeleteActionProps extends RowActionProps {
  readonly deletion: RowDeletion | undefined;
  readonly className?: string | undefined;
}

export function EditAction({ label, onClick }: RowActionProps) {
  const t = useT();
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

/** Opens a record for users without the edit permission. */
export function ViewAction({ label, onClick }: RowActionProps) {
  const t = useT();
  return (
    <IconAction
      label={label}
      tooltip={t('ui.viewRecord')}
      data-row-action="view"
      icon={<IconEye size={18} stroke={1.7} />}
      onClick={onClick}
    />
  );
}

/** The delete button of a row with its progress. The error of a failed deletion is shown below the buttons. */
export function DeleteAction({ label, onClick, deletion, className }: DeleteActionProps) {
  const t = useT();
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
      {deletion?.problem !== undefined && (
        <ProblemText problem={deletion.problem} onShowReferences={deletion.onShowReferences} />
      )}
    </>
  );
}

interface ProblemTextProps {
  readonly problem: string;
  readonly onShowReferences: (() => void) | undefined;
}

function ProblemText({ problem, onShowReferences }: ProblemTextProps) {
  const t = useT();
  const translateError = useErrorMessage();
  return (
    <div className={classes['problem']}>
      <output>{translateError(problem)}</output>
      {onShowReferences && (
        <Button size="compact-sm" variant="default" mt={4} onClick={onShowReferences}>
          {t('ui.usesShow')}
        </Button>
      )}
    </div>
  );
}
