import {
  passkeyCreation,
  passkeyEndpoints,
  passkeyRequest,
  type NewPasskey,
  type PasskeyRequest,
  type PasskeyResponse,
} from '#contract/auth/passkeys';
import { type ApiClient, readData } from './client.ts';

/* Creates and uses passkeys in the browser. The library is loaded on first use. */

const loadLibrary = () => import('@simplewebauthn/browser');

/** Returns true if passkeys can be used at this address. They need a host name and TLS, except on localhost. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^([\d.]+|\[.*\])$/.test(window.location.hostname);

/** Returns true if the user dismissed the browser's dialog, which is not an error. */
export const isPromptDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Transports and requirements that browsers support. Unknown values are ignored. */
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const demands = ['required', 'preferred', 'discouraged'] as const;
const knownWord = <Word extends string>(
  values: readonly Word[],
  input: string | undefined,
): Word | undefined => values.find((word) => word === input);

type Descriptors = NonNullable<PasskeyRequest['options']['allowCredentials']>;
const toDescriptors = (descriptors: Descriptors = []) =>
  descriptors.map(({ id, type, transports: names = [] }) => ({
    id,
    type,
    transports: names.flatMap((name) => knownWord(transports, name) ?? []),
  }));

async function show({
  options,
  challenge,
}: PasskeyRequest): Promise<{ challenge: string; passkey: PasskeyResponse }> {
  const { startAuthentication } = await loadLibrary();
  const { timeout, rpId } = options;
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: {
      challenge: options.challenge,
      ...(timeout !== undefined && { timeout }),
      ...(rpId !== undefined && { rpId }),
      allowCredentials: toDescriptors(options.allowCredentials),
      userVerification: knownWord(demands, options.userVerification) ?? 'required',
    },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    challenge,
    passkey: {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
  };
}

/**
 * Requests a passkey for a sign-in.
 * @param challenge the challenge of a sign-in that waits for its second step
 */
export async function showForSignIn(client: ApiClient, challenge?: string) {
  const response = await client.call({ ...passkeyEndpoints.getOptions, json: { challenge } });
  return show(passkeyRequest.parse(readData(response)));
}

/** Requests a passkey of the signed-in user. */
export async function showForChange(client: ApiClient) {
  return show(passkeyRequest.parse(readData(await client.call({ ...passkeyEndpoints.proof, json: {} }))));
}

/** Creates a passkey. Requires the current password. */
export async function createPasskey(client: ApiClient, current_password: string) {
  const responseBody = await client.call({ ...passkeyEndpoints.start, json: { current_password } });
  const { challenge, options } = passkeyCreation.parse(readData(responseBody));
  const { startRegistration } = await loadLibrary();
  const { rp, user, pubKeyCredParams, timeout, authenticatorSelection: requestedSelection } = options;
  const { id, rawId, response } = await startRegistration({
    optionsJSON: {
      rp: { name: rp.name, ...(rp.id !== undefined && { id: rp.id }) },
      user,
      challenge: options.challenge,
      pubKeyCredParams,
      ...(timeout !== undefined && { timeout }),
      excludeCredentials: toDescriptors(options.excludeCredentials),
      authenticatorSelection: {
        residentKey: knownWord(demands, requestedSelection?.residentKey) ?? 'required',
        requireResidentKey: requestedSelection?.requireResidentKey ?? true,
        userVerification: knownWord(demands, requestedSelection?.userVerification) ?? 'required',
      },
      attestation: 'none',
    },
  });
  const { clientDataJSON, attestationObject, transports: names } = response;
  const passkey: NewPasskey = {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(names && { transports: names }) },
  };
  return { challenge, passkey };
}
