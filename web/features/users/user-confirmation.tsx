import { useTranslation } from 'react-i18next';
import { useLast } from '#web/core/lib/use-last.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { Question } from './use-user-actions.ts';

const wordOf = {
  signOut: 'signOut',
  resetTwoFactor: 'resetTwoFactor',
  suspend: 'suspend',
  remove: 'delete',
} as const;

export interface UserQuestionProps {
  readonly question: Question | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something ends. */
export function UserQuestion({ question, onConfirm, onCancel }: UserQuestionProps) {
  const { t } = useTranslation();
  const shown = useLast(question);
  const word = wordOf[shown?.action ?? 'remove'];
  return (
    <ConfirmDialog
      opened={question !== undefined}
      title={t(`users.${word}Title`, { name: shown?.user.name ?? '' })}
      text={t(`users.${word}Text`)}
      confirm={t(`users.${word}`)}
      cancel={t('ui.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
