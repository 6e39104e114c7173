import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { hashToken, newToken } from './tokens.ts';

/** Seconds. Long enough to fetch a telephone and set up an app. */
export const CHALLENGE_LIFETIME_MS = 10 * 60;
/** Wrong answers; then what was begun begins again. */
const MAX_TRIES = 5;

/**
 * `second_step`: the password was right. `enrolment`: the same, of an account that must set up a second factor first.
 * `passkey_sign_in`: nobody has said who she is. `totp`, `passkey`: somebody signed in is setting one up; `proof`: shows hers.
 * `provider_sign_in`, `provider_link`, `provider_proof`: the browser is at a sign-in provider.
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

/** The provider that vouched for a user, for the session that follows. */
export interface ProviderSession {
  readonly provider: string;
  readonly idToken: string;
  /** When the user signed in at the provider, as ISO text; blank when it does not say. */
  readonly provenAt: string;
}

export interface NewChallenge {
  readonly kind: ChallengeKind;
  readonly userId: number | null;
  /** Of the account as it is now. */
  readonly passwordHash: string;
  /** The value that the response is compared with. */
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

/** Tells one password hash from another, and nothing about either. */
export const markOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('hex').slice(0, 32);

/** Begins what a second call ends. @returns the token that names it */
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
      expires_at: new Date(now + CHALLENGE_LIFETIME_MS * 1000).toISOString(),
    })
    .execute();
  return token;
}

/** One of these kinds that can still be answered. */
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

/** Gives what the answer will be compared with, where the challenge was there before. */
export async function setChallengeSecret(
  db: Kysely<Schema>,
  { tokenHash }: Challenge,
  secret: string,
): Promise<void> {
  await db.updateTable('auth_challenges').set({ secret }).where('token_hash', '=', tokenHash).execute();
}

/** Counts an answer before it is looked at. @returns whether there was one left, of several at once too */
export async function countTry(db: Kysely<Schema>, { tokenHash }: Challenge): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', MAX_TRIES)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** @returns whether this call ended it; of several at once one does */
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
