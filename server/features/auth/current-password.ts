import { knownErrors } from '#contract/core/errors';
import { isPassword } from '#server/core/auth/passwords';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import type { Database } from '#server/core/db/open';
import { fieldError, unauthenticated } from '#server/core/errors';

/**
 * Asks somebody signed in for the present password.
 * @returns its hash, by which a password that was changed meanwhile is noticed
 * @throws AppError 422 when it is another one, and writes that down
 */
export async function requirePresentPassword(
  { kysely: db }: Database,
  { id }: SessionUser,
  password: string,
  origin: Origin,
): Promise<string> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  if (!row) throw unauthenticated();
  if (await isPassword(password, row.password_hash)) return row.password_hash;
  await recordSecurityEvent(db, { kind: 'password_refused', userId: id, actorId: id, origin });
  throw fieldError('current_password', knownErrors.passwordWrong);
}
