import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditLogEntry, AuditLogFilter } from '#contract/audit-log/audit-log';
import { allPermissions } from '#contract/core/permissions';
import { addDays } from '#contract/analytics/periods';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { truncateAuditLog } from './truncate.ts';
import { countEntries } from './audit-log-counts.ts';
import { summarizeAuditLog } from './audit-log-summary.ts';
import { verifyAuditLog } from './verify.ts';
import { allOfAuditLog, pageOfAuditLog } from './read-audit-log.ts';

const none: AuditLogFilter = {
  actor_id: undefined,
  kind: undefined,
  record_id: undefined,
  action: undefined,
  cause_id: undefined,
  from: undefined,
  to: undefined,
};
const kinds = ['books', 'collections', 'challenges'] as const;
const actions = ['changed', 'changed', 'changed', 'created', 'deleted'] as const;
/** Some entries were caused by one of two others. */
const causes = [null, 5, null, 11, 5] as const;
const ENTRIES = 6_000;
const START = '2026-01-20';

/** The range of a third of the entries, which were written in one night. */
const BUSY = { from: 2_000, to: 4_000 } as const;
const secondsAt = (index: number): number => {
  const busy = Math.min(Math.max(index - BUSY.from, 0), BUSY.to - BUSY.from);
  return (index - busy) * 860 + busy * 20;
};

/** Returns an entry. All together cover about forty days, several users and the system. */
const entryAt = (index: number): AuditLogRow => ({
  id: index + 1,
  at: new Date(Date.parse(`${START}T00:00:00.000Z`) + secondsAt(index) * 1_000).toISOString(),
  actor_id: index % 4 === 0 ? null : (index % 4) + 100,
  token_id: null,
  request_id: null,
  kind: index % 1000 === 7 ? 'challenges' : (kinds[index % 2] ?? 'books'),
  record_id: 1 + (index % 50),
  name: `Record ${index % 50}`,
  version: 1,
  action: actions[(index * 7) % 5] ?? 'changed',
  cause_id: causes[index % 7] ?? null,
  undoes_id: null,
  hash: '',
  fields: '[]',
  changes: '[]',
});

eachDatabase('lists of the audit log', async (openEmpty) => {
  const database = await openEmpty();
  const store = await openTestBlobStore('folder');
  let openedApi: TestApp | undefined;
  let rows: AuditLogRow[];
  beforeAll(async () => {
    await database.kysely.deleteFrom('audit_log').execute();
    rows = Array.from({ length: ENTRIES }, (_, index) => entryAt(index));
    for (let start = 0; start < ENTRIES; start += 500)
      await database.kysely
        .insertInto('audit_log')
        .values(rows.slice(start, start + 500))
        .execute();
  });
  afterAll(async () => {
    await openedApi?.close();
    await store.close();
  });
  /** Opens the app when it is needed, because it counts entries periodically. */
  const openApi = async () => (openedApi ??= await buildTestApp(database, store.blobs));

  const filters: readonly Partial<AuditLogFilter>[] = [
    {},
    { actor_id: 102 },
    { actor_id: 0 },
    { kind: 'collections' },
    { kind: 'challenges', action: 'changed' },
    { action: 'deleted' },
    { actor_id: 103, kind: 'books' },
    { actor_id: 101, action: 'created' },
    { kind: 'books', record_id: 7 },
    { from: '2026-02-03T10:00:00.000Z', to: '2026-03-05T00:00:00.000Z' },
    { from: '2026-01-25T00:00:00.000Z', actor_id: 101 },
    { to: '2026-03-01T00:00:00.000Z', kind: 'books', action: 'created' },
    { to: '2026-02-26T12:00:00.000Z', kind: 'books' },
    { from: '2026-02-03T10:00:00.000Z', to: '2026-02-03T18:00:00.000Z', actor_id: 0 },
    { cause_id: 5 },
    { cause_id: 11, kind: 'collections' },
    { cause_id: 5, action: 'deleted', actor_id: 102 },
    { cause_id: 5, from: '2026-02-03T10:00:00.000Z', to: '2026-03-05T00:00:00.000Z' },
    { cause_id: 6_001 },
    { from: '2030-01-01T00:00:00.000Z' },
  ];
  const matchingEntries = (filter: Partial<AuditLogFilter>) =>
    rows
      .filter(
        (row) =>
          (filter.actor_id === undefined || row.actor_id === (filter.actor_id || null)) &&
          (filter.kind === undefined || row.kind === filter.kind) &&
          (filter.cause_id === undefined || row.cause_id === filter.cause_id) &&
          (filter.record_id === undefined || row.record_id === filter.record_id) &&
          (filter.action === undefined || row.action === filter.action) &&
          (filter.from === undefined || row.at >= filter.from) &&
          (filter.to === undefined || row.at < filter.to),
      )
      .map(({ id }) => id)
      .toReversed();
  const idsIn = (entries: readonly AuditLogEntry[]) => entries.map(({ id }) => id);

  async function compare(alsoWhole = false): Promise<void> {
    for (const filter of filters) {
      const all = matchingEntries(filter);
      const far = Math.max(1, Math.floor((all.length - 3) / 10));
      const middle = Math.max(1, Math.ceil(all.length / 20));
      for (const page of new Set([1, 2, middle, middle + 40, far, far + 1, 100_000])) {
        const query = { ...none, ...filter, page, items_per_page: 10 };
        const { items, total } = await pageOfAuditLog(database.kysely, query);
        const label = `${JSON.stringify(filter)}, page ${page}`;
        expect(total, label).toBe(all.length);
        expect(idsIn(items), label).toEqual(all.slice((page - 1) * 10, page * 10));
      }
      if (!alsoWhole) continue;
      const ids: number[] = [];
      for await (const page of allOfAuditLog(database.kysely, { ...none, ...filter }))
        ids.push(...idsIn(page));
      expect(ids, JSON.stringify(filter)).toEqual(all);
    }
  }

  test('have the same entries and totals before, during and after counting', async () => {
    await compare(true);
    expect(await countEntries(database)).toBe(4_000);
    await compare();
    expect(await countEntries(database)).toBe(2_000);
    expect(await countEntries(database)).toBe(0);
    expect(await countEntries(database)).toBe(0);
    await compare();
    const { rows: sums } = await sql<{ interval: string; entries: number }>`
      select interval, sum(entries) as entries from audit_log_counts
      where kind = '' and action = '' and actor_id = -1 group by interval order by interval`.execute(
      database.kysely,
    );
    expect(sums).toEqual(['all', 'day', 'month'].map((interval) => ({ interval, entries: ENTRIES })));
  });

  test('return the number of actions per user, for all time and for days', async () => {
    const api = await openApi();
    const token = await api.tokenFor(allPermissions);
    const request = async (path: string) => (await api.call('GET', `/api${path}`, { token })).body.data;
    const actors = await request('/audit-log/actors');
    expect(actors.map(({ entries }: { entries: number }) => entries)).toEqual([1500, 1500, 1500, 1500]);
    expect(actors[0].actor).toBeNull();
    for (const [from, to] of [
      ['2026-01-25', '2026-03-10'],
      ['2026-02-03', '2026-02-05'],
      ['2026-02-01', '2026-02-28'],
    ] as const) {
      const { users } = await request(`/reports/work-by-user?from=${from}&to=${to}`);
      const first = rows.filter(({ at, actor_id }) => actor_id === 101 && at >= from && at < addDays(to, 1));
      const count = (action: string) => first.filter((row) => row.action === action).length;
      expect(users.find(({ actor }: AuditLogEntry) => actor?.id === 101)).toMatchObject({
        created: count('created'),
        changed: count('changed'),
        deleted: count('deleted'),
        restored: 0,
      });
    }
  });

  test('are summarized by user and type, with exact numbers and the last changed records', async () => {
    const last = Date.parse(rows.at(-1)?.at ?? '');
    const from = new Date(last - 10 * 24 * 60 * 60 * 1_000).toISOString();
    const { users } = await summarizeAuditLog(database.kysely, from);
    const direct = rows.filter(({ at, cause_id }) => at >= from && cause_id === null).toReversed();
    const expected = [...Map.groupBy(direct, ({ actor_id }) => actor_id).values()].map((own) => ({
      actor: own[0]?.actor_id ?? null,
      changes: own.length,
      kinds: [...Map.groupBy(own, ({ kind }) => kind)].map(([kind, ofKind]) => {
        const records = [...Map.groupBy(ofKind, ({ record_id }) => record_id).values()];
        const latest = records
          .slice(0, 3)
          .flatMap(([row]) => (row ? [{ id: row.record_id, is_deleted: row.action === 'deleted' }] : []));
        return { kind, records: records.length, latest };
      }),
    }));
    expect(expected.length).toBeGreaterThan(2);
    expect(
      users.map(({ actor, changes, kinds: ofUser }) => ({
        actor: actor?.id ?? null,
        changes,
        kinds: ofUser.map(({ kind, records, latest }) => ({
          kind,
          records,
          latest: latest.map(({ id, is_deleted }) => ({ id, is_deleted })),
        })),
      })),
    ).toEqual(expected);
  });

  test('are summarized for users with the permission only, and for at most a month', async () => {
    const api = await openApi();
    const path = '/api/audit-log/summary?from=2020-01-01T00:00:00.000Z';
    const { body } = await api.call('GET', path, { token: await api.tokenFor(['reports:read']) });
    // The entries of this test are older.
    const ids = body.data.users.flatMap(({ actor }: AuditLogEntry) => actor?.id ?? []);
    expect(ids.filter((id: number) => id > 100)).toEqual([]);
    const errorResponse = await api.call('GET', path, { token: await api.tokenFor(['books:edit']) });
    expect(errorResponse.status).toBe(403);
  });

  test('are exported as CSV for users with the permission only', async () => {
    const api = await openApi();
    const path = '/api/audit-log/entries.csv?kind=challenges';
    const token = await api.tokenFor(['reports:read']);
    const { status, text, headers } = await api.call('GET', path, { token });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFid,at,user,token,action,kind,record id,name/);
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
      matchingEntries({ kind: 'challenges' }),
    );
    expect((await api.call('GET', path, { token: await api.tokenFor(['books:edit']) })).status).toBe(403);
    expect((await api.call('GET', path)).status).toBe(401);
  });

  test('exclude pruned entries, counted or not', async () => {
    const api = await openApi();
    const token = await api.tokenFor(allPermissions);
    await api.call('POST', '/api/books/categories', { token, json: { name: 'Since' } });
    expect(await truncateAuditLog(database, 3_500)).toBe(3_500);
    rows = rows.filter(({ id }) => id > 3_500);
    const [written] = await database.kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', ENTRIES)
      .execute();
    if (!written) throw new Error('nothing was written');
    rows.push(written);
    await compare();
    await countEntries(database);
    await compare();
    await truncateAuditLog(database, ENTRIES + 1);
    rows = [];
    await compare();
    expect((await verifyAuditLog(database.kysely)).broken).toBeUndefined();
    const counts = await database.kysely.selectFrom('audit_log_counts').selectAll().execute();
    expect(counts).toEqual([]);
  });
});
