import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '#contract/envelope';
import { secondFactorEndpoints } from '#contract/people/second-factor';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { readData } from '../../api/client.ts';
import { type ReadSession, readSession } from '../../api/read-session.ts';

export interface Completed {
  readonly session: ReadSession;
  /** Made by an enrolment, and shown only now. */
  readonly codes: readonly string[];
}

const codesIn = (data: unknown): string[] => {
  const codes = isRecord(data) ? data['recovery_codes'] : undefined;
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
};

/** Completes a sign-in that takes two steps. @param onEnd the sign-in is over and has to begin again, with the reason */
export function useSecondStep(challenge: string, onEnd: (reason: string) => void) {
  const { t } = useTranslation();
  const client = useApi();
  const [failure, setFailure] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  return {
    failure,
    isRunning,
    clear: () => setFailure(undefined),
    fail: setFailure,
    async complete(proof: Readonly<Record<string, unknown>>): Promise<Completed | undefined> {
      if (isRunning) return undefined;
      setRunning(true);
      setFailure(undefined);
      try {
        const json = { challenge, ...proof };
        const data = readData(await client.call({ ...secondFactorEndpoints.complete, json }));
        const session = readSession(data);
        if (session) return { session, codes: codesIn(data) };
        setFailure(t('messages.loginFailed'));
      } catch (error) {
        const failed = toFailure(error, t('messages.loginFailed'));
        if (failed.code === 'session.challenge_ended') onEnd(failed.message);
        else setFailure(failed.message);
      } finally {
        setRunning(false);
      }
      return undefined;
    },
  };
}
