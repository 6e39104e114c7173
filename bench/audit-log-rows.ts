import { toDay } from '#contract/analytics/periods';
import type { Database } from '#server/core/db/open';
import { lockCatalogue } from '#server/core/db/catalogue';
import { writeEntry } from '#server/core/audit-log/write-audit-log';
import { USERS } from './generate-audit-log.ts';
import type { Client, BenchRequest } from './load.ts';
import { type Row, roundRobin } from './rows.ts';

const LIMIT_MS = 2;
const CHART_LIMIT_MS = 5;
const DAY_MS = 86_400_000;

const list = (query: string): BenchRequest => ({ path: `/api/audit-log?items_per_page=10&${query}` });
const daysAgo = (days: number): string => toDay(new Date(Date.now() - days * DAY_MS));
const row = (name: string, requests: readonly BenchRequest[], limitMs = LIMIT_MS): Row => ({
  name,
  next: roundRobin(requests),
  limitMs,
  limitRatio: 2,
});

/** Returns the rows for the lists of the audit log and its charts. */
export async function readAuditLogRows(
  client: Client,
): Promise<{ rows: Row[]; write: (side: Client) => Promise<void> }> {
  const totalOf = async (query: string) =>
    (JSON.parse((await client.send(list(query))).text) as { data: { total: number } }).data.total;
  const users = Array.from({ length: USERS }, (_, index) => index + 1);
  const middle = async (query: string) => Math.max(1, Math.floor((await totalOf(query)) / 20));
  const month = `from=${daysAgo(90)}T00:00:00Z&to=${daysAgo(60)}T00:00:00Z`;
  const hours = `from=${daysAgo(90)}T09:30:00Z&to=${daysAgo(60)}T17:45:00Z`;
  const post = (path: string, body: object): BenchRequest => ({
    method: 'POST',
    path: `/api/books/${path}`,
    body: JSON.stringify(body),
  });
  let writtenCount = 0;
  const rows = [
    row('audit log, first page', [list('')]),
    row('audit log, middle page', [list(`page=${await middle('')}`)]),
    row(
      'journal of one person',
      users.map((id) => list(`actor_id=${id}`)),
    ),
    row('audit log by user, middle page', [list(`actor_id=3&page=${await middle('actor_id=3')}`)]),
    row('audit log by type', [list('kind=books'), list('kind=challenges')]),
    row('audit log by type, middle page', [list(`kind=books&page=${await middle('kind=books')}`)]),
    row('audit log by action', [list('action=deleted'), list('action=restored')]),
    row('audit log by user, type and action', [list('actor_id=5&kind=challenges&action=deleted')]),
    row('audit log by user and action', [list('actor_id=5&action=created')]),
    row('audit log of a month', [list(month)]),
    row('audit log of a month, by user', [list(`${month}&actor_id=7`)]),
    row('audit log of days and hours, by type', [list(`${hours}&kind=books`)]),
    row('history of a record', [list('kind=books&record_id=77'), list('kind=books&record_id=78')]),
    row('users of the audit log', [{ path: '/api/audit-log/actors' }]),
    row(
      'work by person, a year',
      [{ path: `/api/reports/work-by-user?from=${daysAgo(364)}&to=${daysAgo(0)}` }],
      CHART_LIMIT_MS,
    ),
    row(
      'analytics, a year',
      [{ path: `/api/reports/analytics?from=${daysAgo(364)}&to=${daysAgo(0)}` }],
      CHART_LIMIT_MS,
    ),
  ];
  return {
    rows,
    write: async (side) => void (await side.send(post('update', { id: 1, duration: ++writtenCount }))),
  };
}

const ENTRIES = 3_000;

/** Returns the CPU time of one entry in milliseconds: the difference between a transaction with and without an entry. */
export async function costOfEntry(database: Database): Promise<number> {
  const run = async (withEntry: boolean): Promise<number> => {
    const before = process.cpuUsage();
    for (let start = 0; start < ENTRIES; start++)
      await database.kysely.transaction().execute(async (trx) => {
        await lockCatalogue(trx);
        if (withEntry)
          await writeEntry(trx, {
            kind: 'books',
            record: { id: 1 + start, name: 'The Last Lighthouse Keeper' },
            version: 2,
            action: 'changed',
            changes: [{ type: 'value', field: 'duration', before: start, after: start + 1 }],
          });
      });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / ENTRIES;
  };
  await run(true);
  const bare = await run(false);
  return (await run(true)) - bare;
}
