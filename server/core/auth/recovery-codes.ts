import type { Transaction } from 'kysely';
import { limits } from '#contract/core/limits';
import type { Schema } from '#server/core/db/schema';
import { hashToken, randomText } from './tokens.ts';

/** 24 characters have about 118 random bits, so a fast hash is sufficient. */
const LENGTH = 24;

const hashCode = (code: string): string => hashToken(code.replaceAll(/[^a-z0-9]/gi, '').toLowerCase());

/** Creates recovery codes and deletes all earlier ones. */
export async function makeRecoveryCodes(trx: Transaction<Schema>, userId: number): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, () => randomText(LENGTH));
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute();
  return codes;
}

/** Creates recovery codes for the first second factor. Returns none if the user already has codes. */
export async function firstRecoveryCodes(trx: Transaction<Schema>, userId: number): Promise<string[]> {
  const storedCode = await trx
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return storedCode ? [] : makeRecoveryCodes(trx, userId);
}

/** Uses a recovery code. Resolves with true if it was valid; the code is then invalid. */
export async function takeRecoveryCode(
  trx: Transaction<Schema>,
  userId: number,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}
