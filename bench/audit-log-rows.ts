import { USERS } from './generate-audit-log.ts';
import { type BenchRequest, type Client, dataOf, daysAgo, post } from './load.ts';
import { type RowEntry, type RowSet, toRows } from './rows.ts';

const LIMIT_MS = 2;
const CHART_LIMIT_MS = 5;

const list = (query: string): BenchRequest => ({ path: `/api/audit-log?items_per_page=10&${query}` });

/** Returns the rows for the lists of the audit log and its charts. */
export async function readAuditLogRows(client: Client): Promise<RowSet> {
  const middle = async (query: string) => {
    const { total } = await dataOf<{ total: number }>(client, list(query));
    return list(`${query}&page=${Math.max(1, Math.floor(total / 20))}`);
  };
  const users = Array.from({ length: USERS }, (_, index) => index + 1);
  const month = `from=${daysAgo(90)}T00:00:00Z&to=${daysAgo(60)}T00:00:00Z`;
  const hours = `from=${daysAgo(90)}T09:30:00Z&to=${daysAgo(60)}T17:45:00Z`;
  const entries: [name: string, requests: BenchRequest[], limitMs?: number][] = [
    ['audit log, first page', [list('')]],
    ['audit log, middle page', [await middle('')]],
    ['audit log by user', users.map((id) => list(`actor_id=${id}`))],
    ['audit log by user, middle page', [await middle('actor_id=3')]],
    ['audit log by type', [list('kind=books'), list('kind=challenges')]],
    ['audit log by type, middle page', [await middle('kind=books')]],
    ['audit log by action', [list('action=deleted'), list('action=restored')]],
    ['audit log by user, type and action', [list('actor_id=5&kind=challenges&action=deleted')]],
    ['audit log by user and action', [list('actor_id=5&action=created')]],
    ['audit log of a month', [list(month)]],
    ['audit log of a month, by user', [list(`${month}&actor_id=7`)]],
    ['audit log of days and hours, by type', [list(`${hours}&kind=books`)]],
    ['history of a record', [list('kind=books&record_id=77'), list('kind=books&record_id=78')]],
    ['users of the audit log', [{ path: '/api/audit-log/actors' }]],
    [
      'work by user, a year',
      [{ path: `/api/reports/work-by-user?from=${daysAgo(364)}&to=${daysAgo(0)}` }],
      CHART_LIMIT_MS,
    ],
  ];
  let writtenCount = 0;
  return {
    rows: toRows(entries.map(([name, requests, ms]): RowEntry => [name, requests, ms ?? LIMIT_MS, 2])),
    write: (side) => side.send(post('update', { id: 1, duration: ++writtenCount })),
  };
}
