import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { providerEndpoints } from '#contract/auth/providers';
import { type SecondStep, secondStepNeeded } from '#contract/auth/two-factor';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { type ProviderPurpose, takeProviderVisit, visitProvider } from '#web/core/api/provider-sign-in.ts';
import { readSession } from '#web/core/api/read-session.ts';
import { beginSession } from '#web/core/store/auth.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';

type State = 'waiting' | 'signed_in' | 'linked' | 'proven' | 'failed';

const endpoints = {
  sign_in: providerEndpoints.complete,
  link: providerEndpoints.link,
  proof: providerEndpoints.reauthenticate,
} as const;

/**
 * Completes the redirect to a provider that this tab started, or starts the one that the address requests.
 * @param query the query of the address
 */
export function useProviderVisit(query: string, onSecondStep: (step: SecondStep) => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [state, setState] = useState<State>('waiting');
  const [apiError, setApiError] = useState<string>();
  const [purpose, setPurpose] = useState<ProviderPurpose>('sign_in');
  const hasStarted = useRef(false);

  const fail = (message: string) => {
    setApiError(message);
    setState('failed');
  };

  const complete = async (response: string) => {
    const visit = takeProviderVisit();
    if (!visit) return fail(t('login.providerEnded'));
    setPurpose(visit.purpose);
    const json = { challenge: visit.challenge, response };
    const data = readData(await client.call({ ...endpoints[visit.purpose], json }));
    if (visit.purpose !== 'sign_in') return setState(visit.purpose === 'link' ? 'linked' : 'proven');
    const next = secondStepNeeded.safeParse(data);
    if (next.success) return onSecondStep(next.data.second_step);
    const session = readSession(data);
    if (!session) return fail(t('login.providerFailed'));
    dispatch(beginSession(session));
    return setState('signed_in');
  };

  const start = useEffectEvent(async () => {
    const parameters = new URLSearchParams(query);
    const provider = parameters.get('reauthenticate');
    try {
      if (provider === null) await complete(parameters.toString());
      else {
        setPurpose('proof');
        await visitProvider(client, 'proof', provider);
      }
    } catch (error) {
      fail(toApiErrorDetails(error, t('login.providerFailed')).message);
    }
  });

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void start();
  }, []);

  return { state, apiError, backPath: purpose === 'sign_in' ? '/login' : '/profile' } as const;
}
