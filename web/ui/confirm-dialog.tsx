import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Requests confirmation before data is lost. Cancel has the focus, and Escape cancels. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirm,
  cancel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  useNextEscape(opened, onCancel);
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      // The listener of the library would also handle the key press that opened the dialog.
      closeOnEscape={false}
      title={title}
      centered
      size="sm"
      zIndex={300}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Text>{text}</Text>
      {/* The buttons do not pass Escape on to the dialog below. */}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus data-mantine-stop-propagation>
          {cancel}
        </Button>
        <Button color="red" onClick={onConfirm} data-mantine-stop-propagation>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}

/** Handles Escape from the next key press on. Key repetition of a held key is ignored. */
function useNextEscape(isOpen: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopImmediatePropagation();
      if (!event.repeat) escape();
    };
    const timer = setTimeout(() => window.addEventListener('keydown', onKeyDown, { capture: true }));
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [isOpen]);
}
