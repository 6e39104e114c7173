import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountLink, type AccountLink } from '#contract/auth/account-links';
import { userEndpoints, type UserEntry, userMessages } from '#contract/users/users';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { useToast } from '#web/ui/use-toast.ts';

/** Actions that require a confirmation. */
export type ConfirmedAction = 'signOut' | 'resetTwoFactor' | 'suspend' | 'remove';
/** The actions on an account, except editing. */
export type UserAction = ConfirmedAction | 'makeLink' | 'restore';

export interface UserConfirmation {
  readonly user: UserEntry;
  readonly action: ConfirmedAction;
}

const doneMessages = {
  signOut: userMessages.signedOut,
  resetTwoFactor: userMessages.twoFactorReset,
  suspend: userMessages.suspended,
  restore: userMessages.restored,
  remove: userMessages.deleted,
} as const;

const needsConfirmation = (action: UserAction): action is ConfirmedAction =>
  action === 'signOut' || action === 'resetTwoFactor' || action === 'suspend' || action === 'remove';

/** Runs actions on accounts, one at a time. Some run only after `confirm` is called. */
export function useUserActions(options: {
  readonly onDone: (message: string, action: UserAction) => void;
  readonly onLink: (name: string, link: AccountLink) => void;
}) {
  const { t } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const [confirmation, setConfirmation] = useState<UserConfirmation>();
  const isRunning = useRef(false);

  async function run(user: UserEntry, action: UserAction): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    const { method, path } = userEndpoints[action];
    try {
      const response = await client.call({ method, path: path.replace(':id', String(user.id)) });
      if (action === 'makeLink') options.onLink(user.name, accountLink.parse(readData(response)));
      else options.onDone(doneMessages[action], action);
    } catch (error) {
      toast('error', toApiErrorDetails(error, t('users.failed')).message);
    }
    isRunning.current = false;
  }

  return {
    question: confirmation,
    start(user: UserEntry, action: UserAction): void {
      if (needsConfirmation(action)) setConfirmation({ user, action });
      else void run(user, action);
    },
    confirm(): void {
      if (confirmation) void run(confirmation.user, confirmation.action);
      setConfirmation(undefined);
    },
    cancel: () => setConfirmation(undefined),
  };
}
