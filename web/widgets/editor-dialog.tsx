import { Modal, type ModalProps } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLast } from '../lib/use-last.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

export interface EditorTarget<Item> {
  /** Undefined creates a new one. */
  readonly item: Item | undefined;
}

/** What a form owes its dialog; `useEditor` pays most of it. */
export interface EditorForm<Item> {
  readonly item: Item | undefined;
  /** Takes the focus by itself: the dialog it appears in has been open before it. */
  readonly takesFocus: boolean;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onCancel: () => void;
  /** Takes the stored item in place of the one the form began with. */
  readonly onReload: (stored: Item) => void;
  /** The item is undefined when the answer brought none. */
  readonly onSaved: (item: Item | undefined) => void;
}

export interface EditorDialogProps<Item> {
  /** Undefined closes it. Each opening is a new object and begins with a fresh form. */
  readonly target: EditorTarget<Item> | undefined;
  readonly title: (isNew: boolean) => string;
  readonly size?: ModalProps['size'];
  readonly onClose: () => void;
  /** Is to close it. */
  readonly onSaved: (isNew: boolean) => void;
  readonly children: (form: EditorForm<Item>) => ReactNode;
}

/** Cancel and the cross close it; Escape, which slips in, asks before it throws away what was typed. */
export function EditorDialog<Item extends { id: number; version?: number | undefined }>({
  target,
  title,
  size = 'md',
  onClose,
  onSaved,
  children,
}: EditorDialogProps<Item>) {
  const { t } = useTranslation();
  const shown = useLast(target);
  const [opening, setOpening] = useState({ target: shown, number: 0 });
  if (opening.target !== shown) setOpening({ target: shown, number: opening.number + 1 });
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // The conflict's way out replaces the stored item under the open dialog.
  const [reloaded, setReloaded] = useState<{ target: EditorTarget<Item>; item: Item }>();
  const isReloaded = reloaded !== undefined && reloaded.target === shown;
  const item = isReloaded ? reloaded.item : shown?.item;

  const close = () => {
    setAsking(false);
    setDirty(false);
    onClose();
  };
  const tryToClose = () => (isDirty ? setAsking(true) : close());

  return (
    <>
      <Modal
        opened={target !== undefined}
        onClose={tryToClose}
        title={title(shown?.item === undefined)}
        size={size}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('ui.close'), onClick: close }}
      >
        {shown && (
          <Fragment key={`${opening.number}-${item?.version ?? 0}`}>
            {children({
              item,
              takesFocus: isReloaded,
              onDirty: setDirty,
              onCancel: close,
              onReload(stored) {
                setDirty(false);
                setReloaded({ target: shown, item: stored });
              },
              onSaved() {
                setDirty(false);
                onSaved(shown.item === undefined);
              },
            })}
          </Fragment>
        )}
      </Modal>
      <ConfirmDialog
        opened={isAsking}
        title={t('ui.unsavedTitle')}
        text={t('ui.unsavedText')}
        confirm={t('ui.discard')}
        cancel={t('ui.keepEditing')}
        onConfirm={close}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
