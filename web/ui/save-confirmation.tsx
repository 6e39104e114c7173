import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface PendingConfirmation {
  readonly resolve: (isConfirmed: boolean) => void;
}

/** Requests confirmation before a record without content is saved. `props` are the props of SaveConfirmation. */
export function useSaveConfirmation() {
  const [pending, setPending] = useState<PendingConfirmation>();
  return {
    confirmSave: () => new Promise<boolean>((resolve) => setPending({ resolve })),
    props: {
      isOpen: pending !== undefined,
      onResponse(isConfirmed: boolean) {
        setPending(undefined);
        pending?.resolve(isConfirmed);
      },
    },
  };
}

export interface SaveConfirmationProps {
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
  readonly onResponse: (isConfirmed: boolean) => void;
}

export function SaveConfirmation({ title, text, isOpen, onResponse }: SaveConfirmationProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      opened={isOpen}
      title={title}
      text={text}
      confirm={t('ui.saveEmpty')}
      cancel={t('ui.keepEditing')}
      onConfirm={() => onResponse(true)}
      onCancel={() => onResponse(false)}
    />
  );
}
