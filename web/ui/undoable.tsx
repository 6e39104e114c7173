import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './undoable.module.css';

export interface UndoableProps {
  readonly message: string;
  readonly onUndo: () => void;
}

/** What a toast says of something that can be taken back. */
export function Undoable({ message, onUndo }: UndoableProps) {
  const { t } = useTranslation();
  return (
    <span className={classes['undoable']}>
      <span>{message}</span>
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        {t('ui.undo')}
      </Button>
    </span>
  );
}
