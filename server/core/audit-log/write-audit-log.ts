import type { Kysely, Transaction } from 'kysely';
import type { AuditLogAction, AuditLogKind } from '#contract/audit-log/audit-log';
import { batchesInChunks } from '#server/core/db/batches';
import { counterRow } from '#server/core/db/counter-row';
import { pick, prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { hashOf } from './chain.ts';
import { type Writer, causeOf, recordEntry, takeUndo, writerOf } from './signature.ts';
import { type StoredChange, summaryOf } from './stored-change.ts';

/** The record ID of an entry about many records, which caused an entry for each. */
export const MANY = 0;

export interface NewEntry {
  readonly kind: AuditLogKind;
  readonly record: { readonly id: number; readonly name: string };
  /** The version of the record after the change. */
  readonly version: number;
  readonly action: AuditLogAction;
  readonly changes: readonly StoredChange[];
  readonly causeId?: number | undefined;
}

const columns = [
  'id',
  'at',
  'actor_id',
  'token_id',
  'request_id',
  'kind',
  'record_id',
  'name',
  'version',
  'action',
  'cause_id',
  'undoes_id',
  'hash',
  'fields',
  'changes',
] as const satisfies readonly (keyof AuditLogRow)[];

const lastEntry = prepare((db) =>
  db.selectFrom('audit_log').select(['id', 'hash', 'at']).orderBy('id', 'desc').limit(1),
);
const anchor = prepare((db) => db.selectFrom('audit_log_anchor').select(['entry_id as id', 'hash', 'at']));
const insertEntry = prepare((db, row: AuditLogRow) => db.insertInto('audit_log').values(pick(row, columns)));

/** Returns the entry that the next one continues from. */
export async function headOf(db: Kysely<Schema>): Promise<{ id: number; hash: string; at: string }> {
  const [last] = await lastEntry(db, {});
  return last ?? counterRow(await anchor(db, {}), 'audit_log_anchor');
}

function toRow(
  entry: NewEntry,
  {
    by,
    identity: { id, at, undoes_id },
    previous,
  }: {
    readonly by: Writer;
    readonly identity: Pick<AuditLogRow, 'id' | 'at' | 'undoes_id'>;
    readonly previous: string;
  },
): AuditLogRow {
  const row = {
    id,
    at,
    actor_id: by.userId,
    token_id: by.tokenId,
    request_id: by.requestId,
    kind: entry.kind,
    record_id: entry.record.id,
    name: entry.record.name,
    version: entry.version,
    action: entry.action,
    cause_id: entry.causeId ?? null,
    undoes_id,
    fields: JSON.stringify(summaryOf(entry.changes)),
    changes: JSON.stringify(entry.changes),
  };
  return { ...row, hash: hashOf(previous, row) };
}

/**
 * Adds an entry and returns its id. The caller must hold the lock of the catalogue row (see `server/core/db/catalogue.ts`), like every
 * writer of the catalogue. So ids have no gaps, and each hash continues from the last committed one.
 */
export async function writeEntry(trx: Transaction<Schema>, entry: NewEntry): Promise<number> {
  const head = await headOf(trx);
  const now = new Date().toISOString();
  const identity = { id: head.id + 1, at: now > head.at ? now : head.at, undoes_id: takeUndo(trx) };
  const causeId = entry.causeId ?? causeOf(trx);
  const row = toRow({ ...entry, causeId }, { by: writerOf(trx), identity: identity, previous: head.hash });
  await insertEntry(trx, row);
  if (entry.causeId === undefined) recordEntry(trx, row.id);
  return row.id;
}

/** Adds all entries that one write caused. */
export async function writeEntries(trx: Transaction<Schema>, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const by = writerOf(trx);
  const cause = causeOf(trx);
  let { id, hash, at } = await headOf(trx);
  const now = new Date().toISOString();
  at = now > at ? now : at;
  for await (const batch of batchesInChunks(entries)) {
    const rows = batch.map((entry) => {
      const causeId = entry.causeId ?? cause;
      const row = toRow(
        { ...entry, causeId },
        { by, identity: { id: ++id, at, undoes_id: null }, previous: hash },
      );
      ({ hash } = row);
      return row;
    });
    await trx.insertInto('audit_log').values(rows).execute();
  }
}
