import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type {
  NewPasskey,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  PasskeyResponse,
} from '#contract/auth/passkeys';
import type { Schema } from '#server/core/db/schema';
import type { RelyingParty } from './relying-party.ts';

/** The time in milliseconds that a browser waits for the user. */
const TIMEOUT = 5 * 60_000;
/** The signature algorithms of current authenticators: Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257];

/** Loads the library when the first passkey is used, because it contains about a thousand certificates and a parser. */
const openLibrary = () => import('@simplewebauthn/server');

const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Returns the same id for all passkeys of a user, so that a device stores one. It does not reveal the user. */
const handleOf = (userId: number) => new Uint8Array(createHash('sha256').update(`user ${userId}`).digest());

const readTransports = (json: string): string[] => {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
};

export interface PasskeyOwner {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/** Returns the passkeys of a user, newest first. */
export async function passkeysOf(db: Kysely<Schema>, userId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'relying_party', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ relying_party: host, ...shown }) => ({ ...shown, host }));
}

const credentialsOf = async (db: Kysely<Schema>, userId: number, { id }: RelyingParty) => {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('relying_party', '=', id)
    .execute();
  return rows.map((row) => ({ id: row.credential_id, transports: readTransports(row.transports) }));
};

/** Returns the options to create a discoverable passkey with user verification (fingerprint, face or PIN). */
export async function creationOptions(
  db: Kysely<Schema>,
  {
    owner,
    party,
    productName,
  }: { readonly owner: PasskeyOwner; readonly party: RelyingParty; readonly productName: string },
): Promise<PasskeyCreation['options']> {
  const { generateRegistrationOptions } = await openLibrary();
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: party.id,
    userID: handleOf(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: await credentialsOf(db, owner.id, party),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return {
    rp: { name: options.rp.name, ...(options.rp.id !== undefined && { id: options.rp.id }) },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT,
    excludeCredentials: (options.excludeCredentials ?? []).map(({ id, transports }) => ({
      id,
      type: 'public-key',
      ...(transports && { transports }),
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** Returns the options to sign in with a passkey. @param userId null allows the passkeys of any user */
export async function requestOptions(
  db: Kysely<Schema>,
  userId: number | null,
  party: RelyingParty,
): Promise<PasskeyRequest['options']> {
  const { generateAuthenticationOptions } = await openLibrary();
  const existing = userId === null ? [] : await credentialsOf(db, userId, party);
  const { challenge } = await generateAuthenticationOptions({ rpID: party.id, timeout: TIMEOUT });
  return {
    challenge,
    timeout: TIMEOUT,
    rpId: party.id,
    allowCredentials: existing.map((passkey) => ({ ...passkey, type: 'public-key' })),
    userVerification: 'required',
  };
}

/** Verifies a new passkey. @returns the columns to store; undefined if the verification fails */
export async function verifyNewPasskey(passkey: NewPasskey, challenge: string, party: RelyingParty) {
  const { verifyRegistrationResponse } = await openLibrary();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...passkey,
        response: {
          clientDataJSON: passkey.response.clientDataJSON,
          attestationObject: passkey.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: toText(credential.publicKey),
      relying_party: party.id,
      counter: credential.counter,
      transports: JSON.stringify(passkey.response.transports ?? []),
    };
  } catch {
    // The library throws on invalid input. The client receives one error for all causes.
    return undefined;
  }
}

export interface ProvenPasskey {
  readonly id: number;
  readonly userId: number;
  readonly counter: number;
  readonly newCounter: number;
}

/** Verifies a passkey. @returns the passkey and its user; undefined if it is unknown or the verification fails */
export async function verifyPasskey(
  db: Kysely<Schema>,
  {
    passkey,
    challenge,
    party,
  }: { readonly passkey: PasskeyResponse; readonly challenge: string; readonly party: RelyingParty },
): Promise<ProvenPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', passkey.id)
    .where('relying_party', '=', party.id)
    .executeTakeFirst();
  if (!row || challenge === '') return undefined;
  const { counter } = row;
  const { verifyAuthenticationResponse } = await openLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: {
          clientDataJSON: passkey.response.clientDataJSON,
          authenticatorData: passkey.response.authenticatorData,
          signature: passkey.response.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: row.credential_id, publicKey: toBytes(row.public_key), counter },
    });
    if (!verified) return undefined;
    return { id: row.id, userId: row.user_id, counter, newCounter: authenticationInfo.newCounter };
  } catch {
    // The library throws on invalid input, as above.
    return undefined;
  }
}

/** Records the use of a passkey. @returns false if it was deleted or used since its verification */
export async function recordPasskeyUse(
  trx: Transaction<Schema>,
  { id, userId, counter, newCounter }: ProvenPasskey,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}
