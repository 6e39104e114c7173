import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface PendingAnswer {
  readonly resolve: (isConfirmed: boolean) => void;
}

/** Requests confirmation before a record without content is saved. `props` are the props of SaveConfirmation. */
export function useSaveConfirmation() {
  const [pending, setPending] = useState<PendingAnswer>();
  return {
    confirmSave: () => new Promise<boolean>((resolve) => setPending({ resolve })),
    props: {
      isOpen: pending !== undefined,
      onAnswer(isConfirmed: boolean) {
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
  readonly onAnswer: (isConfirmed: boolean) => void;
}

export function SaveConfirmation({ title, text, isOpen, onAnswer }: SaveConfirmationProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      opened={isOpen}
      title={title}
      text={text}
      confirm={t('ui.saveEmpty')}
      cancel={t('ui.keepEditing')}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    />
  );
}
