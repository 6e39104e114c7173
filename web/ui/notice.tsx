import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UndoContext } from './undo-context.ts';
import { Undoable } from './undoable.tsx';
import { useErrorMessage } from './use-error-message.ts';

export interface NoticeText {
  readonly kind: 'success' | 'error';
  readonly message: string;
  /** A second line in the interface language. */
  readonly detail?: string | undefined;
}

export interface NoticeProps {
  /** Renders nothing while this is undefined. */
  readonly notice: NoticeText | undefined;
  /** A sentence after the second line that is known later. */
  readonly addition?: string | undefined;
  readonly onClose: () => void;
  /** A further action below the text. */
  readonly children?: ReactNode;
}

/** The result of the last write above a list, until it is closed or replaced. A change that can be undone has an Undo button. */
export function Notice({ notice, addition, onClose, children }: NoticeProps) {
  const { t } = useTranslation();
  const translateError = useErrorMessage();
  const { findUndo, findRecord } = useContext(UndoContext);
  const { undo, record } = useMemo(
    () =>
      notice?.kind === 'success'
        ? { undo: findUndo(notice.message), record: findRecord(notice.message) }
        : { undo: undefined, record: undefined },
    [notice, findUndo, findRecord],
  );
  if (!notice) return null;
  const isError = notice.kind === 'error';
  return (
    <Alert
      color={isError ? 'red' : 'green'}
      role={isError ? 'alert' : 'status'}
      icon={isError ? <IconAlertCircle size={18} /> : <IconCheck size={18} />}
      mb="sm"
      withCloseButton
      closeButtonLabel={t('ui.close')}
      onClose={onClose}
    >
      <Undoable
        message={translateError(notice.message)}
        record={record}
        detail={[notice.detail, addition].filter(Boolean).join(' ')}
        onUndo={
          undo &&
          (() => {
            onClose();
            undo();
          })
        }
      />
      {children}
    </Alert>
  );
}
