import { knownErrors } from '#contract/core/errors';
import { isPassword } from '#server/core/auth/passwords';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { Kysely } from 'kysely';
import type { Credential, SessionUser } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';
import type { Database } from '#server/core/db/open';
import { fieldError, notSignedIn } from '#server/core/errors';

/** Records that the user has just confirmed the password or a passkey in this session. */
export async function markProven(db: Kysely<Schema>, { kind, id }: Credential): Promise<void> {
  if (kind !== 'session') return;
  await db
    .updateTable('sessions')
    .set({ proven_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
}

/**
 * Checks the current password of a signed-in user. A correct one also confirms the session.
 * @returns its hash, which reveals a concurrent password change
 * @throws AppError 422 for a wrong password, which is logged
 */
export async function requireCurrentPassword(
  { kysely: db }: Database,
  {
    user: { id, credential },
    password,
    origin,
  }: { readonly user: SessionUser; readonly password: string; readonly origin: Origin },
): Promise<string> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  if (!row) throw notSignedIn();
  if (await isPassword(password, row.password_hash)) {
    await markProven(db, credential);
    return row.password_hash;
  }
  await recordSecurityEvent(db, { kind: 'password_rejected', userId: id, actorId: id, origin });
  throw fieldError('current_password', knownErrors.passwordWrong);
}
