import type { Insertable, Kysely, Transaction } from 'kysely';
import type { AuditLogKind } from '#contract/audit-log/audit-log';
import { resourceNames } from '#contract/core/permissions';
import type { Schema } from '#server/core/db/schema';
import type { TrashRow, TrashTable } from '#server/core/db/tables/trash';
import { writerOf } from './signature.ts';

type NewTrash = Omit<
  Insertable<TrashTable>,
  'deleted_at' | 'deleted_by' | 'files' | 'bytes' | 'snapshot' | 'id'
>;

/** Moves a record to the trash. Call it after its files were retained. @param snapshot its rows in the format of its resource */
export async function insertTrash(
  trx: Transaction<Schema>,
  {
    row,
    fileKeys,
    snapshot,
  }: { readonly row: NewTrash; readonly fileKeys: readonly string[]; readonly snapshot: object },
): Promise<void> {
  const { files, bytes } = await trx
    .selectFrom('retained_files')
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('bytes'),
    ])
    .where('kind', '=', row.kind)
    .where('record_id', '=', row.record_id)
    .where('key', 'in', fileKeys.length > 0 ? fileKeys : [''])
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('trash')
    .values({
      ...row,
      deleted_at: new Date().toISOString(),
      deleted_by: writerOf(trx).userId,
      files,
      bytes,
      snapshot: JSON.stringify(snapshot),
    })
    .execute();
}

/** Removes a record from the trash, to restore it or delete it permanently. */
export const takeTrash = (trx: Transaction<Schema>, id: number): Promise<TrashRow | undefined> =>
  trx.deleteFrom('trash').where('id', '=', id).returningAll().executeTakeFirst();

/** Removes a record from the trash; undefined if it is not in the trash. */
export async function takeTrashOf(
  trx: Transaction<Schema>,
  kind: AuditLogKind,
  recordId: number,
): Promise<TrashRow | undefined> {
  const trashId = await trashIdOf(trx, kind, recordId);
  return trashId === undefined ? undefined : takeTrash(trx, trashId);
}

/** Returns the trash id of a record; undefined if it is not in the trash. */
export async function trashIdOf(
  db: Kysely<Schema>,
  what: AuditLogKind,
  recordId: number,
): Promise<number | undefined> {
  const kind = resourceNames.find((name) => name === what);
  if (kind === undefined) return undefined;
  const row = await db
    .selectFrom('trash')
    .select('id')
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .executeTakeFirst();
  return row?.id;
}
