import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { FormContainerContext } from '#web/ui/form-container.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import classes from './editor-dialog.module.css';
import { useSubmitLabel } from './release/use-release.ts';
import { type EditorForm, type EditorTarget, useEditorForm } from './use-editor-form.ts';

export type { EditorForm, EditorTarget };

export interface EditorDialogProps<Item> {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<Item> | undefined;
  readonly title: (isNew: boolean) => string;
  readonly size?: ModalProps['size'];
  /** True for a dialog as large as the window. The form fills its height. */
  readonly isFullScreen?: boolean;
  /** True for a form that does not edit a record of the catalogue. It is never saved into a release. */
  readonly isLiveOnly?: boolean;
  readonly onClose: () => void;
  /** Called after a save that closed the dialog, possibly before the response arrives. */
  readonly onSaved: (isNew: boolean) => void;
  readonly children: (form: EditorForm<Item>) => ReactNode;
}

/**
 * The dialog of a form. Cancel and the close button close it. Escape and the browser's Back ask for confirmation if there are unsaved
 * changes. A running save continues after the dialog is closed.
 */
export function EditorDialog<Item extends { id: number; version?: number | undefined }>({
  target,
  title,
  size = 'md',
  isFullScreen = false,
  isLiveOnly = false,
  onClose,
  onSaved,
  children,
}: EditorDialogProps<Item>) {
  const { t } = useTranslation();
  const currentTarget = useLastDefined(target);
  const isOpen = target !== undefined;
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { form, key, isDirty, isSaving } = useEditorForm(currentTarget, { isOpen, onClose, onSaved });

  const label = useSubmitLabel();
  const submit = isLiveOnly ? undefined : label;
  const container = useMemo(() => ({ isPage: false, isDirty: true, isReadOnly: false, submit }), [submit]);

  const close = () => {
    setConfirmOpen(false);
    onClose();
  };
  const requestClose = () => (isDirty && !isSaving ? setConfirmOpen(true) : close());
  useBackButton(isOpen, () => (isConfirmOpen ? setConfirmOpen(false) : requestClose()));
  const isUnsaved = isOpen && isDirty;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isUnsaved]);

  return (
    <>
      <Modal
        opened={isOpen}
        onClose={requestClose}
        title={title(currentTarget?.item === undefined)}
        size={size}
        {...(isFullScreen && {
          fullScreen: true,
          classNames: { content: classes['content'], body: classes['body'] },
        })}
        closeOnClickOutside={false}
        // The confirmation dialog on top handles Escape itself.
        closeOnEscape={!isConfirmOpen}
        closeButtonProps={{ 'aria-label': t('ui.close'), onClick: close }}
      >
        {form && (
          <FormContainerContext key={key} value={container}>
            {children(form)}
          </FormContainerContext>
        )}
      </Modal>
      <ConfirmDialog
        opened={isConfirmOpen && isOpen}
        title={t('ui.unsavedTitle')}
        text={t('ui.unsavedText')}
        confirm={t('ui.discard')}
        cancel={t('ui.keepEditing')}
        onConfirm={close}
        onCancel={() => setConfirmOpen(false)}
      />
    </>
  );
}
