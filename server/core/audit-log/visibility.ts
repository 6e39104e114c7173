import type { Kysely } from 'kysely';
import type { AuditLogKind } from '#contract/audit-log/audit-log';
import { type ResourceName, resourceNames } from '#contract/core/permissions';
import { permissionsToRestore } from '#contract/trash/trash';
import type { SessionUser } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';

/*
 * The single rule for access to changes and deleted records: users see their own changes and those that their permissions cover. The
 * audit log, its entries, the history of records, the trash and retained files all use it.
 */

type Reader = Pick<SessionUser, 'id' | 'permissions'>;

/** Authors belong to books. */
const resourceOf = (kind: AuditLogKind): ResourceName => (kind === 'authors' ? 'books' : kind);

/** Returns true if the user can edit or delete records of a kind, and so see deleted ones. */
export const seesDeleted = ({ permissions }: Reader, kind: AuditLogKind): boolean =>
  permissionsToRestore(resourceOf(kind)).some((permission) => permissions.has(permission));

/** Returns the kinds of deleted records that the user can see. */
export const visibleKinds = (user: Reader): ResourceName[] =>
  resourceNames.filter((kind) => seesDeleted(user, kind));

/** Returns true if the user can see changes of other users to records of a kind. */
export const seesChanges = (user: Reader, kind: AuditLogKind): boolean =>
  user.permissions.has('reports:read') || seesDeleted(user, kind);

/** Returns true if the user can see an entry of the audit log. */
export const seesEntry = (
  user: Reader,
  entry: { readonly kind: AuditLogKind; readonly actor_id: number | null },
): boolean => entry.actor_id === user.id || seesChanges(user, entry.kind);

/** Returns true if the user can see a file that is retained for a record. */
export async function seesRetainedFile(
  db: Kysely<Schema>,
  user: Reader,
  { kind, record_id }: { readonly kind: AuditLogKind; readonly record_id: number },
): Promise<boolean> {
  if (seesChanges(user, kind)) return true;
  const own = await db
    .selectFrom('audit_log')
    .select('id')
    .where('kind', '=', kind)
    .where('record_id', '=', record_id)
    .where('actor_id', '=', user.id)
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
}
