import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, openDatabase } from '#server/core/db/open';
import { countEntries } from '#server/core/audit-log/audit-log-counts';
import { pageOfAuditLog } from '#server/core/audit-log/read-audit-log';
import { withEarlierNames } from '#server/testing/earlier-names';
import { engines } from '#server/testing/databases';

const COUNTED = 40;
const ENTRIES = 50;
const kinds = ['books', 'collections'] as const;
const actions = ['created', 'changed', 'deleted'] as const;

test.each(engines)('lists entries of an earlier version on $name', async (engine) => {
  const { url, remove } = await engine.createMigratedUrl();
  const database = await openDatabase(url);
  const { kysely } = database;
  const entries = Array.from({ length: ENTRIES }, (_, place) => ({
    id: place + 1,
    at: `2026-01-01T00:00:${String(place).padStart(2, '0')}.000Z`,
    actor_id: place % 3 === 0 ? null : place % 3,
    token_id: null,
    request_id: null,
    kind: kinds[place % 2] ?? 'books',
    record_id: 1,
    name: 'A record',
    version: 1,
    action: actions[place % 5] ?? 'changed',
    cause_id: null,
    undoes_id: null,
    hash: '',
    fields: '[]',
    changes: '[]',
  }));
  const write = (rows: typeof entries) => kysely.insertInto('audit_log').values(rows).execute();

  // As the version before left it: some are counted, the others are not yet.
  await kysely.deleteFrom('audit_log').execute();
  await write(entries.slice(0, COUNTED));
  await countEntries(database);
  await write(entries.slice(COUNTED));
  await withEarlierNames(kysely);
  await kysely.deleteFrom('migrations').where('name', '=', '039-journal-lists').execute();
  await sql`drop table journal_lists`.execute(kysely);
  await sql`create index journal_by_kind on journal (kind, action, id)`.execute(kysely);
  await sql`create index journal_by_actor on journal (actor_id, kind, action, id)`.execute(kysely);
  await sql`create index journal_of_actor on journal (actor_id, id)`.execute(kysely);
  await migrate(database);

  const none = { record_id: undefined, cause_id: undefined, from: undefined, to: undefined };
  for (const actor_id of [undefined, 0, 1, 2])
    for (const kind of [undefined, ...kinds])
      for (const action of [undefined, ...actions]) {
        const filter = { actor_id, kind, action };
        const found = await pageOfAuditLog(kysely, { ...none, ...filter, page: 1, items_per_page: 100 });
        const wanted = entries.filter(
          (entry) =>
            (actor_id === undefined || entry.actor_id === (actor_id || null)) &&
            (kind === undefined || entry.kind === kind) &&
            (action === undefined || entry.action === action),
        );
        expect(
          found.items.map(({ id }) => id),
          JSON.stringify(filter),
        ).toEqual(wanted.map(({ id }) => id).toReversed());
        expect(found.total).toBe(wanted.length);
      }
  await database.close();
  await remove();
});
