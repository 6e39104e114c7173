import { refusals } from '#contract/refusals';
import { isPassword } from '#server/auth/passwords';
import { type Origin, recordHappening } from '#server/auth/security-log';
import type { SessionUser } from '#server/auth/sessions';
import type { Database } from '#server/db/open';
import { refusedField, unauthenticated } from '#server/errors';

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
  await recordHappening(db, { kind: 'password_refused', userId: id, actorId: id, origin });
  throw refusedField('current_password', refusals.passwordWrong);
}
