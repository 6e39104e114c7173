import { randomUUID } from 'node:crypto';
import { type AuditLogAction, auditLogActions } from '#contract/audit-log/audit-log';
import { resourceNames } from '#contract/core/permissions';
import type { Database } from '#server/core/db/open';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { hashOf } from '#server/core/audit-log/chain';
import { countEntries } from '#server/core/audit-log/audit-log-counts';
import { inserter } from './bulk-insert.ts';
import { randomFrom } from './random.ts';

const ROWS_A_COMMIT = 5_000;
const DAY_MS = 86_400_000;
const DAYS = 365;
export const USERS = 12;
const RECORDS = 90_000;

const changeActions: readonly AuditLogAction[] = ['changed', 'changed', 'changed', 'changed'];
const actions = [...changeActions, ...auditLogActions];
const fields = JSON.stringify([{ field: 'description', type: 'value' }]);
const changes = JSON.stringify([
  {
    type: 'value',
    field: 'description',
    before: 'What the book is about, in a sentence or two as people write them for a shelf.',
    after: 'What the book is about, said anew in a sentence or two, since the first were too long.',
  },
]);

/** Fills the audit log with the entries of a year, including the hash chain and the counters. */
export async function generateAuditLog(database: Database, count: number): Promise<void> {
  const random = randomFrom(7);
  const start = Date.now() - DAYS * DAY_MS;
  const last = await database.kysely
    .selectFrom('audit_log')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  let hash = last?.hash ?? '';
  const entryOf = (number: number): AuditLogRow => {
    const kind = random(10) < 7 ? 'books' : (resourceNames[random(resourceNames.length)] ?? 'books');
    const entry = {
      id: (last?.id ?? 0) + number,
      at: new Date(start + Math.floor((number / count) * DAYS * DAY_MS)).toISOString(),
      actor_id: 1 + random(USERS),
      token_id: null,
      request_id: randomUUID(),
      kind,
      record_id: 1 + random(RECORDS),
      name: `The Last Lighthouse Keeper ${random(1000)}`,
      version: 1 + random(9),
      action: actions[random(actions.length)] ?? 'changed',
      cause_id: null,
      undoes_id: null,
      fields,
      changes,
    };
    hash = hashOf(hash, entry);
    return { ...entry, hash };
  };
  const insertEntries = inserter('audit_log');
  for (let from = 1; from <= count; from += ROWS_A_COMMIT) {
    const size = Math.min(ROWS_A_COMMIT, count + 1 - from);
    const rows = Array.from({ length: size }, (_, index) => entryOf(from + index));
    await database.kysely.transaction().execute((trx) => insertEntries(trx, rows));
  }
  while ((await countEntries(database)) > 0);
}
