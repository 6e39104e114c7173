import { useTranslation } from 'react-i18next';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { UserConfirmation } from './use-user-actions.ts';

const messageKeys = {
  signOut: 'signOut',
  resetTwoFactor: 'resetTwoFactor',
  suspend: 'suspend',
  remove: 'delete',
} as const;

export interface UserConfirmationDialogProps {
  readonly confirmation: UserConfirmation | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The confirmation of an action on an account. */
export function UserConfirmationDialog({ confirmation, onConfirm, onCancel }: UserConfirmationDialogProps) {
  const { t } = useTranslation();
  const currentConfirmation = useLastDefined(confirmation);
  const word = messageKeys[currentConfirmation?.action ?? 'remove'];
  return (
    <ConfirmDialog
      opened={confirmation !== undefined}
      title={t(`users.${word}Title`, { name: currentConfirmation?.user.name ?? '' })}
      text={t(`users.${word}Text`, { id: currentConfirmation?.user.id ?? '' })}
      confirm={t(`users.${word}`)}
      cancel={t('ui.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
