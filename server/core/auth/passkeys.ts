import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type {
  NewPasskey,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from '#contract/auth/passkeys';
import type { Schema } from '#server/core/db/schema';
import type { RelyingParty } from './relying-party.ts';

/** Milliseconds that a browser waits for a person. */
const TIMEOUT = 5 * 60_000;
/** Signatures that every authenticator of today makes: Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257];

/** A thousand certificates and their parser: loaded with the first passkey. */
const openLibrary = () => import('@simplewebauthn/server');

const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** The same for every passkey of a user, so that a device keeps one; tells nothing about who it is. */
const handleOf = (userId: number) => new Uint8Array(createHash('sha256').update(`user ${userId}`).digest());

const readTransports = (stored: string): string[] => {
  const list: unknown = JSON.parse(stored);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
};

export interface PasskeyOwner {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/** The passkeys of a user, the newest first. */
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

/** Options for creating a passkey that names its user and asks for fingerprint, face or PIN each time. */
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

/** Options for signing in with a passkey. @param userId absent: whichever she chooses */
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
    allowCredentials: existing.map((one) => ({ ...one, type: 'public-key' })),
    userVerification: 'required',
  };
}

/** Keeps a passkey that proved itself. @returns its id; undefined when it did not, or is known already */
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
    // The library tells what is wrong by throwing; to whoever sent it, it is simply not accepted.
    return undefined;
  }
}

export interface ProvenPasskey {
  readonly id: number;
  readonly userId: number;
  readonly counter: number;
  readonly newCounter: number;
}

/** @returns whose passkey it is; undefined when it is unknown or does not prove itself */
export async function verifyPasskey(
  db: Kysely<Schema>,
  {
    passkey,
    challenge,
    party,
  }: { readonly passkey: ShownPasskey; readonly challenge: string; readonly party: RelyingParty },
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
    // As above.
    return undefined;
  }
}

/** Notes the use of a passkey. @returns whether it is still there, as it was when it proved itself */
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
