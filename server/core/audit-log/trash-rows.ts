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

/** Puts a record into the trash, after its files were kept. @param snapshot its rows, as its resource reads them again */
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

/** Takes a record out of the trash: who takes it restores it, or deletes it for good. */
export const takeTrash = (trx: Transaction<Schema>, id: number): Promise<TrashRow | undefined> =>
  trx.deleteFrom('trash').where('id', '=', id).returningAll().executeTakeFirst();

/** The trash id of a record; undefined if it is not in the trash. */
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
