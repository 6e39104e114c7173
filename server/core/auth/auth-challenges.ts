import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { hashToken, newToken } from './tokens.ts';

/** In seconds, despite the name. Long enough to find a phone and set up an app. */
export const CHALLENGE_LIFETIME_SECONDS = 10 * 60;
/** The number of attempts per challenge. After the last one the user starts again. */
const MAX_TRIES = 5;

/**
 * The steps that a challenge can wait for:
 * - `second_step`: the password was correct, the second factor is missing.
 * - `enrolment`: the password was correct, and the account must set up two-factor authentication first.
 * - `passkey_sign_in`: sign-in with a passkey; the user is not known yet.
 * - `totp`, `passkey`: a signed-in user sets up an app or a passkey.
 * - `proof`: a signed-in user confirms their identity with a passkey.
 * - `provider_sign_in`, `provider_link`, `provider_proof`: the browser was redirected to a sign-in provider.
 */
export type ChallengeKind =
  | 'second_step'
  | 'enrolment'
  | 'passkey_sign_in'
  | 'totp'
  | 'passkey'
  | 'proof'
  | 'provider_sign_in'
  | 'provider_link'
  | 'provider_proof';

/** The provider that authenticated a user, for the session that is opened next. */
export interface ProviderSession {
  readonly provider: string;
  readonly idToken: string;
  /** The time of the sign-in at the provider in ISO format; blank if the provider does not return it. */
  readonly provenAt: string;
}

export interface NewChallenge {
  readonly kind: ChallengeKind;
  readonly userId: number | null;
  /** The current password hash of the account. */
  readonly passwordHash: string;
  /** The value that the response must match. */
  readonly secret?: string;
  readonly providerSession?: ProviderSession | undefined;
}

export interface Challenge {
  readonly tokenHash: string;
  readonly kind: ChallengeKind;
  readonly userId: number | null;
  readonly passwordMark: string;
  readonly secret: string;
  readonly providerSession: ProviderSession | undefined;
}

/** Returns a short digest of a password hash. It shows whether the password changed, and reveals nothing about the hash. */
export const markOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('hex').slice(0, 32);

/** Stores a challenge, which a later request completes. @returns its token */
export async function makeChallenge(
  db: Kysely<Schema>,
  { kind, userId, passwordHash, secret = '', providerSession }: NewChallenge,
): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await db
    .insertInto('auth_challenges')
    .values({
      token_hash: hashToken(token),
      kind,
      user_id: userId,
      password_mark: markOf(passwordHash),
      secret,
      provider_session: providerSession === undefined ? '' : JSON.stringify(providerSession),
      tries: 0,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + CHALLENGE_LIFETIME_SECONDS * 1000).toISOString(),
    })
    .execute();
  return token;
}

/** Returns the challenge of a token if it has one of these kinds, has not expired and has attempts left. */
export async function findChallenge<Kind extends ChallengeKind>(
  db: Kysely<Schema>,
  token: string,
  kinds: readonly Kind[],
): Promise<(Challenge & { readonly kind: Kind }) | undefined> {
  const row = await db
    .selectFrom('auth_challenges')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date().toISOString())
    .where('tries', '<', MAX_TRIES)
    .executeTakeFirst();
  const kind = kinds.find((candidate) => candidate === row?.kind);
  if (!row || !kind) return undefined;
  return {
    tokenHash: row.token_hash,
    kind,
    userId: row.user_id,
    passwordMark: row.password_mark,
    secret: row.secret,
    providerSession:
      row.provider_session === '' ? undefined : (JSON.parse(row.provider_session) as ProviderSession),
  };
}

/** Sets the expected value of an existing challenge. */
export async function setChallengeSecret(
  db: Kysely<Schema>,
  { tokenHash }: Challenge,
  secret: string,
): Promise<void> {
  await db.updateTable('auth_challenges').set({ secret }).where('token_hash', '=', tokenHash).execute();
}

/** Counts an attempt before its code is checked, so that concurrent attempts share the limit. @returns false if no attempt was left */
export async function countTry(db: Kysely<Schema>, { tokenHash }: Challenge): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', MAX_TRIES)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Deletes a challenge. @returns true for only one of several concurrent calls */
export async function endChallenge(trx: Transaction<Schema>, { tokenHash }: Challenge): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('auth_challenges')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

export async function deleteExpiredChallenges(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('auth_challenges').where('expires_at', '<=', new Date().toISOString()).execute();
}
