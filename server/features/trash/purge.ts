import type { Transaction } from 'kysely';
import { lockCatalogue } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import type { TrashRow } from '#server/core/db/tables/trash';
import { writeEntry } from '#server/core/audit-log/write-audit-log';

/**
 * Permanently deletes a record from the trash: its files, its earlier files, and replaced chapters. Its audit log entries remain.
 * @returns the keys of the blobs
 */
export async function purge(trx: Transaction<Schema>, row: TrashRow): Promise<string[]> {
  const { kind, record_id: id, name } = row;
  await lockCatalogue(trx);
  const last = await trx
    .selectFrom('audit_log')
    .select('version')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const files = await trx
    .deleteFrom('retained_files')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .returning('key')
    .execute();
  await trx.deleteFrom('retained_contents').where('kind', '=', kind).where('record_id', '=', id).execute();
  await writeEntry(trx, {
    kind,
    record: { id, name },
    version: last?.version ?? 0,
    action: 'purged',
    changes: [],
  });
  const keys = files.map(({ key }) => key);
  return keys;
}
