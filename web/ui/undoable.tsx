import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyNames } from './key-name.tsx';
import classes from './undoable.module.css';

export interface UndoableProps {
  readonly message: string;
  /** The name of the record, shown before the side effects of the change. */
  readonly record?: string | undefined;
  readonly detail?: string | undefined;
  /** Undefined if the change cannot be undone. */
  readonly onUndo?: (() => void) | undefined;
}

/** The message of a toast, a second line with the record and the side effects, and an Undo button with its shortcut. */
export function Undoable({ message, record, detail, onUndo }: UndoableProps) {
  const { t } = useTranslation();
  const second = [record, detail].filter((text) => text !== undefined && text !== '');
  return (
    <span className={classes['undoable']}>
      <span className={classes['text']}>
        <span>{message}</span>
        {second.length > 0 && (
          <span className={classes['detail']}>
            {second.map((text, index) => (
              <Fragment key={text}>
                {index > 0 && ' · '}
                <span>{text}</span>
              </Fragment>
            ))}
          </span>
        )}
      </span>
      {onUndo && (
        <Button size="compact-sm" variant="default" aria-keyshortcuts="Control+Z Meta+Z" onClick={onUndo}>
          {t('ui.undo')}
          <span className={classes['keys']} aria-hidden="true">
            <KeyNames keys={['mod', 'Z']} />
          </span>
        </Button>
      )}
    </span>
  );
}
