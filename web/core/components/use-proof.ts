import { useState } from 'react';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiRequest } from '#web/core/api/client.ts';
import { isPromptDismissed, showForChange } from '#web/core/api/passkeys.ts';

interface ProofOptions {
  readonly endpoint: Pick<ApiRequest, 'method' | 'path'>;
  /** The error message if the server sends none. */
  readonly failed: string;
  readonly onDone: (response: unknown) => void;
}

/** Sends a proof of identity, typed or by passkey, to an endpoint. A passkey prompt that the user closes is not an error. */
export function useReauthentication({ endpoint, failed, onDone }: ProofOptions) {
  const client = useApi();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  const run = async (getProof: () => Promise<object>) => {
    if (isRunning) return;
    setRunning(true);
    setErrorMessage(undefined);
    try {
      return onDone(await client.call({ ...endpoint, json: await getProof() }));
    } catch (error) {
      if (!isPromptDismissed(error)) setErrorMessage(toApiErrorDetails(error, failed).message);
    }
    setRunning(false);
  };
  return {
    errorMessage,
    setErrorMessage,
    isRunning,
    send: (proof: object) => void run(() => Promise.resolve(proof)),
    sendPasskey: () => void run(() => showForChange(client)),
  };
}
