import { type Kysely, type Transaction, sql } from 'kysely';
import type { AuditLogFilter } from '#contract/audit-log/audit-log';
import { nextStart, startOf } from '#contract/analytics/periods';
import { backgroundWork } from '#server/core/background-work';
import { counterRow } from '#server/core/db/counter-row';
import type { Database } from '#server/core/db/open';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import type { AuditLogCountsTable } from '#server/core/db/tables/audit-log';
import { inTransaction } from '#server/core/db/transaction';

/*
 * Counts the entries by user, kind and action, and by any combination of these: for all time, by month and by day. Each filter has
 * its own row per period, so no sum reads rows of several filters. Counted entries are also listed by user, kind and action.
 * Writes update neither. A periodic job counts and lists new entries in order. Requests read the few entries since then directly.
 */

type Db = Kysely<Schema>;

const ENTRIES_AT_ONCE = 2_000;

const take = prepare((db) => db.updateTable('audit_log_counted').set({ id: 1 }).returning('entry_id'));
const newest = prepare((db) => db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1));
const countedEntries = prepare((db) => db.selectFrom('audit_log_counted').select('entry_id'));

/** The values that count all users, and all kinds or actions. */
export const ALL_USERS = -1;
const ANY = '';

const either = sql`(select 0 as is_any union all select 1)`;

/** Adds a range of entries to the counts. @param sign -1 subtracts them */
async function count(
  trx: Transaction<Schema>,
  { first, last, sign }: { readonly first: number; readonly last: number; readonly sign: 1 | -1 },
): Promise<void> {
  await sql`insert into audit_log_counts (interval, kind, action, actor_id, starts_on, entries)
    select intervals.interval,
      case when kinds.is_any = 1 then ${sql.lit(ANY)} else base.kind end,
      case when actions.is_any = 1 then ${sql.lit(ANY)} else base.action end,
      case when actors.is_any = 1 then ${sql.lit(ALL_USERS)} else base.actor_id end,
      case intervals.interval when 'day' then base.day when 'month' then substr(base.day, 1, 7) || '-01' else '' end,
      ${sql.lit(sign)} * sum(base.entries)
    from (
      select substr(at, 1, 10) as day, coalesce(actor_id, 0) as actor_id, kind, action, count(*) as entries
      from audit_log where id >= ${first} and id <= ${last} group by 1, 2, 3, 4
    ) as base
    cross join (select 'all' as interval union all select 'month' union all select 'day') as intervals
    cross join ${either} as kinds cross join ${either} as actions cross join ${either} as actors
    where 1 = 1 group by 1, 2, 3, 4, 5
    on conflict (interval, kind, action, actor_id, starts_on)
    do update set entries = audit_log_counts.entries + excluded.entries`.execute(trx);
}

/** Adds a range of entries to the lists that contain them. */
async function list(trx: Transaction<Schema>, first: number, last: number): Promise<void> {
  const actor = sql`coalesce(actor_id, 0)`;
  const any = sql.lit(ANY);
  for (const columns of [
    sql`${actor}, kind, action`,
    sql`${actor}, ${any}, ${any}`,
    sql`${sql.lit(ALL_USERS)}, kind, action`,
  ])
    await sql`insert into audit_log_lists (actor_id, kind, action, entry_id)
      select ${columns}, id from audit_log where id >= ${first} and id <= ${last} order by 1, 2, 3, 4`.execute(
      trx,
    );
}

/** Removes the entries up to `last` from the lists. Each list has a row in the counts. */
async function deleteListed(trx: Transaction<Schema>, last: number): Promise<void> {
  await sql`delete from audit_log_lists where entry_id <= ${last} and (actor_id, kind, action) in (
    select actor_id, kind, action from audit_log_counts where interval = 'all')`.execute(trx);
}

const setCounted = (trx: Transaction<Schema>, entry_id: number) =>
  trx.updateTable('audit_log_counted').set({ entry_id }).execute();

/** Counts the next entries, at most `limit`. @returns the number of uncounted entries */
export async function countEntries(database: Database, limit = ENTRIES_AT_ONCE): Promise<number> {
  const [last] = await newest(database.kysely, {});
  const before = await countedUpTo(database.kysely);
  if (!last || last.id <= before) return 0;
  const addEntries = async (trx: Transaction<Schema>) => {
    const { entry_id: from } = counterRow(await take(trx, {}), 'audit_log_counted');
    const to = Math.min(last.id, from + limit);
    if (to <= from) return 0;
    await count(trx, { first: from + 1, last: to, sign: 1 });
    await list(trx, from + 1, to);
    await setCounted(trx, to);
    return last.id - to;
  };
  // Counts that are lost in a power failure are repeated.
  return inTransaction(database, addEntries, database.relaxed);
}

/** Counts entries in steps until all are counted. */
export const countInBackground = (database: Database, signal: AbortSignal): Promise<void> =>
  backgroundWork.run(
    'Audit log counts',
    async (size) => (await countEntries(database, Math.ceil(ENTRIES_AT_ONCE * size))) > 0,
    { signal },
  );

/** Removes the entries up to `upTo` from the counts. Call it before the entries are deleted. */
export async function removeEntries(trx: Transaction<Schema>, upTo: number): Promise<void> {
  const { entry_id } = counterRow(await take(trx, {}), 'audit_log_counted');
  await deleteListed(trx, upTo);
  await count(trx, { first: 0, last: Math.min(upTo, entry_id), sign: -1 });
  await trx.deleteFrom('audit_log_counts').where('entries', '<=', 0).execute();
  if (upTo > entry_id) await setCounted(trx, upTo);
}

/** Returns the id of the last counted entry. */
export async function countedUpTo(db: Db): Promise<number> {
  return counterRow(await countedEntries(db, {}), 'audit_log_counted').entry_id;
}

type Values = Pick<AuditLogCountsTable, 'interval' | 'kind' | 'action' | 'actor_id'> & {
  readonly from: string;
  readonly to: string;
};

const sums = prepare((db, values: Values) =>
  db
    .selectFrom('audit_log_counts')
    .select(['starts_on', 'entries'])
    .where('interval', '=', values.interval)
    .where('kind', '=', values.kind)
    .where('action', '=', values.action)
    .where('actor_id', '=', values.actor_id)
    .where('starts_on', '>=', values.from)
    .where('starts_on', '<', values.to)
    .orderBy('starts_on', 'desc'),
);

type Sum = { readonly starts_on: string; readonly entries: number };

const read = (
  db: Db,
  {
    filter: { kind, action, actor_id = ALL_USERS },
    interval,
    from,
    to,
  }: {
    readonly filter: AuditLogFilter;
    readonly interval: Values['interval'];
    readonly from: string;
    readonly to: string;
  },
) =>
  from < to
    ? sums(db, { interval, kind: kind ?? ANY, action: action ?? ANY, actor_id, from, to })
    : Promise.resolve([]);
const total = (rows: readonly Sum[]): number => rows.reduce((sum, { entries }) => sum + entries, 0);

/** The days before and after all others. */
export const [NO_DAY, EVERY_DAY] = ['', '9'] as const;

const monthOf = (day: string): string => (day === EVERY_DAY ? day : startOf('month', day));

/** Returns the whole months in a range of days. The end is exclusive. The remaining days are counted separately. */
export function wholeMonths(from: string, to: string): { readonly from: string; readonly to: string } {
  const end = monthOf(to);
  if (from === NO_DAY) return { from, to: end };
  const start = monthOf(from);
  const next = start === from ? start : nextStart('month', start);
  // Without a whole month, all days are counted separately.
  return next < end ? { from: next, to: end } : { from: to, to };
}

/** Returns the number of counted entries in a range of days. The end is exclusive. */
export async function countInDays(
  db: Db,
  { filter, from, to }: { readonly filter: AuditLogFilter; readonly from: string; readonly to: string },
): Promise<number> {
  if (from === NO_DAY && to === EVERY_DAY)
    return total(await read(db, { filter, interval: 'all', from, to }));
  const months = wholeMonths(from, to);
  return (
    total(await read(db, { filter, interval: 'day', from, to: months.from })) +
    total(await read(db, { filter, interval: 'month', from: months.from, to: months.to })) +
    total(await read(db, { filter, interval: 'day', from: months.to, to }))
  );
}

/** Finds the period that contains an offset. @param rows newest first @returns the period and the number of entries in newer periods */
function sumsAfter(
  rows: readonly Sum[],
  offset: number,
): { readonly at: string | undefined; readonly before: number; readonly entries: number } {
  let before = 0;
  for (const { starts_on, entries } of rows) {
    if (before + entries > offset) return { at: starts_on, before, entries };
    before += entries;
  }
  return { at: undefined, before, entries: 0 };
}

/** Returns the day that contains the counted entry at an offset, the number of entries in newer days, and that of the day. */
export async function dayAt(
  db: Db,
  filter: AuditLogFilter,
  offset: number,
): Promise<{ readonly day: string; readonly before: number; readonly entries: number } | undefined> {
  const month = sumsAfter(await read(db, { filter, interval: 'month', from: NO_DAY, to: EVERY_DAY }), offset);
  if (month.at === undefined) return undefined;
  const days = await read(db, { filter, interval: 'day', from: month.at, to: nextStart('month', month.at) });
  const day = sumsAfter(days, offset - month.before);
  return day.at === undefined
    ? undefined
    : { day: day.at, before: month.before + day.before, entries: day.entries };
}
