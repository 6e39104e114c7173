import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './undoable.module.css';

export interface UndoableProps {
  readonly message: string;
  readonly detail?: string | undefined;
  /** Absent where it cannot be taken back. */
  readonly onUndo: (() => void) | undefined;
}

/** The message of a toast with an Undo button. */
export function Undoable({ message, detail, onUndo }: UndoableProps) {
  const { t } = useTranslation();
  return (
    <span className={classes['undoable']}>
      <span>
        <span>{message}</span>
        {detail !== undefined && <span style={{ display: 'block' }}>{detail}</span>}
      </span>
      {onUndo && (
        <Button size="compact-sm" variant="default" onClick={onUndo}>
          {t('ui.undo')}
        </Button>
      )}
    </span>
  );
}
