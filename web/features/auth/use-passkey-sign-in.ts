import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyResponse } from '#contract/auth/passkeys';
import { twoFactorEndpoints } from '#contract/auth/two-factor';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { readSession } from '#web/core/api/read-session.ts';
import { beginSession } from '#web/core/store/auth.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';

/** Signs in with a passkey instead of address and password. */
export function usePasskeySignIn() {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [apiError, fail] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  return {
    apiError,
    fail,
    isRunning,
    async signIn(challenge: string, passkey: PasskeyResponse): Promise<void> {
      setRunning(true);
      fail(undefined);
      try {
        const json = { challenge, passkey };
        const session = readSession(readData(await client.call({ ...twoFactorEndpoints.complete, json })));
        if (session) {
          dispatch(beginSession(session));
          return;
        }
        fail(t('login.passkeyFailed'));
      } catch (error) {
        fail(toApiErrorDetails(error, t('login.passkeyFailed')).message);
      }
      setRunning(false);
    },
  };
}
