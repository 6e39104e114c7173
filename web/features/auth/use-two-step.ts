import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '#contract/core/envelope';
import { twoFactorEndpoints } from '#contract/auth/two-factor';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { type ReadSession, readSession } from '#web/core/api/read-session.ts';

export interface Completed {
  readonly session: ReadSession;
  /** The recovery codes created by an enrolment. They are shown only once. */
  readonly codes: readonly string[];
}

const codesIn = (data: unknown): string[] => {
  const codes = isRecord(data) ? data['recovery_codes'] : undefined;
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
};

/**
 * Completes a sign-in with two steps.
 * @param onEnd called with the reason when the sign-in has expired and must be restarted
 */
export function useTwoStep(challenge: string, onEnd: (reason: string) => void) {
  const { t } = useTranslation();
  const client = useApi();
  const [apiError, setApiError] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  return {
    apiError,
    isRunning,
    clear: () => setApiError(undefined),
    fail: setApiError,
    async complete(proof: Readonly<Record<string, unknown>>): Promise<Completed | undefined> {
      if (isRunning) return undefined;
      setRunning(true);
      setApiError(undefined);
      try {
        const json = { challenge, ...proof };
        const data = readData(await client.call({ ...twoFactorEndpoints.complete, json }));
        const session = readSession(data);
        if (session) return { session, codes: codesIn(data) };
        setApiError(t('messages.loginFailed'));
      } catch (error) {
        const loginError = toApiErrorDetails(error, t('messages.loginFailed'));
        if (loginError.code === 'session.challenge_ended') onEnd(loginError.message);
        else setApiError(loginError.message);
      } finally {
        setRunning(false);
      }
      return undefined;
    },
  };
}
