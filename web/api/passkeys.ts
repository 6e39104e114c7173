import {
  passkeyCreation,
  passkeyEndpoints,
  passkeyRequest,
  type NewPasskey,
  type PasskeyRequest,
  type ShownPasskey,
} from '#contract/people/passkeys';
import { type ApiClient, readData } from './client.ts';

/* How a browser makes and shows passkeys. The library that talks to it is loaded with the first one. */

const openLibrary = () => import('@simplewebauthn/browser');

/** Whether passkeys can be used at this address: not at a number, and not without TLS, localhost aside. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^([\d.]+|\[.*\])$/.test(window.location.hostname);

/** Whether somebody has put the browser's question away: no failure of anything. */
export const isPutAway = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

async function show({ options, challenge }: PasskeyRequest) {
  const { startAuthentication } = await openLibrary();
  const passkey = await startAuthentication({ optionsJSON: options as never });
  return { challenge, passkey: passkey as ShownPasskey };
}

/** Has a passkey shown for a sign-in. @param challenge of one that waits for its second step */
export async function showForSignIn(client: ApiClient, challenge?: string) {
  const answer = await client.call({ ...passkeyEndpoints.ask, json: { challenge } });
  return show(passkeyRequest.parse(readData(answer)));
}

/** Has one of her passkeys shown by somebody signed in. */
export async function showForChange(client: ApiClient) {
  return show(passkeyRequest.parse(readData(await client.call({ ...passkeyEndpoints.proof, json: {} }))));
}

/** Has a passkey made, for who knows the present password. */
export async function makePasskey(client: ApiClient, current_password: string) {
  const answer = await client.call({ ...passkeyEndpoints.start, json: { current_password } });
  const { challenge, options } = passkeyCreation.parse(readData(answer));
  const { startRegistration } = await openLibrary();
  const made = await startRegistration({ optionsJSON: options as never });
  const { id, rawId, type, response } = made;
  const { clientDataJSON, attestationObject, transports } = response;
  const passkey: NewPasskey = {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
  return { challenge, passkey };
}
