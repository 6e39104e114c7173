import type { Kysely } from 'kysely';
import type { AuditLogKind } from '#contract/audit-log/audit-log';
import { type ResourceName, resourceNames } from '#contract/core/permissions';
import { permissionsToRestore } from '#contract/trash/trash';
import type { SessionUser } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';

/*
 * The one rule for all that is known of changes and deleted records: users see what they did themselves, and what their permissions
 * cover. The audit log, its entries, the history of records, the trash and retained files ask here and nowhere else.
 */

type Reader = Pick<SessionUser, 'id' | 'permissions'>;

/** The author of a book belongs to the book. */
const resourceOf = (kind: AuditLogKind): ResourceName => (kind === 'authors' ? 'books' : kind);

/** True if the user can edit or delete records of a kind, and so see deleted ones. */
export const seesDeleted = ({ permissions }: Reader, kind: AuditLogKind): boolean =>
  permissionsToRestore(resourceOf(kind)).some((permission) => permissions.has(permission));

/** The kinds of deleted records that the user sees. */
export const kindsSeen = (user: Reader): ResourceName[] =>
  resourceNames.filter((kind) => seesDeleted(user, kind));

/** True if the user can see changes that others made to records of a kind. */
export const seesChanges = (user: Reader, kind: AuditLogKind): boolean =>
  user.permissions.has('reports:read') || seesDeleted(user, kind);

/** True if the user can see an entry of the audit log. */
export const seesEntry = (
  user: Reader,
  entry: { readonly kind: AuditLogKind; readonly actor_id: number | null },
): boolean => entry.actor_id === user.id || seesChanges(user, entry.kind);

/** True if the user can see a file that is retained for a record. */
export async function seesRetainedFile(
  db: Kysely<Schema>,
  user: Reader,
  { kind, record_id }: { readonly kind: ResourceName; readonly record_id: number },
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
