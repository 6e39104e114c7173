import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownPasskey } from '#contract/people/passkeys';
import { secondFactorEndpoints } from '#contract/people/second-factor';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { readData } from '../../api/client.ts';
import { readSession } from '../../api/read-session.ts';
import { beginSession } from '../../store/auth-slice.ts';
import { useAppDispatch } from '../../store/hooks.ts';

/** Signs in with a passkey in place of address and password. */
export function usePasskeySignIn() {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [failure, fail] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  return {
    failure,
    fail,
    isRunning,
    async signIn(challenge: string, passkey: ShownPasskey): Promise<void> {
      setRunning(true);
      fail(undefined);
      try {
        const json = { challenge, passkey };
        const session = readSession(readData(await client.call({ ...secondFactorEndpoints.complete, json })));
        if (session) {
          dispatch(beginSession(session));
          return;
        }
        fail(t('login.passkeyFailed'));
      } catch (error) {
        fail(toFailure(error, t('login.passkeyFailed')).message);
      }
      setRunning(false);
    },
  };
}
