import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { JournalAction, JournalFilter } from '#contract/journal';
import type { ResourceName } from '#contract/permissions';
import { nextStart, startOf } from '#contract/periods';
import { counterRow } from '#server/db/counter-row';
import type { Database } from '#server/db/open';
import { prepare, prepareEach } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { type Shape, shapeOf, valuesOf } from './journal-filter.ts';

/*
 * How many entries there are by who, kind and action: of all time, by month and by day. Writes do nothing for it: entries are
 * counted in their order, now and then, and the few since are counted where somebody asks.
 */

type Db = Kysely<Schema>;

const ENTRIES_AT_ONCE = 2_000;
/** Between two transactions in the background. */
const PAUSE_MS = 20;

const take = prepare((db) => db.updateTable('journal_counted').set({ id: 1 }).returning('entry_id'));
const newest = prepare((db) => db.selectFrom('journal').select('id').orderBy('id', 'desc').limit(1));
const counted = prepare((db) => db.selectFrom('journal_counted').select('entry_id'));

const periods = [
  ['all', sql`''`],
  ['month', sql`substr(at, 1, 7) || '-01'`],
  ['day', sql`substr(at, 1, 10)`],
] as const;

/** Adds the entries of these numbers to the counts, or with -1 takes them out. */
async function count(trx: Transaction<Schema>, first: number, last: number, sign: 1 | -1): Promise<void> {
  for (const [grain, start] of periods)
    await sql`insert into journal_counts (grain, starts_on, actor_id, kind, action, entries)
      select ${sql.lit(grain)}, ${start}, coalesce(actor_id, 0), kind, action, ${sql.lit(sign)} * count(*)
      from journal where id >= ${first} and id <= ${last} group by 2, 3, 4, 5
      on conflict (grain, starts_on, actor_id, kind, action)
      do update set entries = journal_counts.entries + excluded.entries`.execute(trx);
}

const setCounted = (trx: Transaction<Schema>, entry_id: number) =>
  trx.updateTable('journal_counted').set({ entry_id }).execute();

/** Counts the next few thousand entries. @returns how many are left */
export async function countEntries(database: Database): Promise<number> {
  const [last] = await newest(database.kysely, {});
  const before = await countedUpTo(database.kysely);
  if (!last || last.id <= before) return 0;
  return inTransaction(database, async (trx) => {
    const { entry_id: from } = counterRow(await take(trx, {}), 'journal_counted');
    const to = Math.min(last.id, from + ENTRIES_AT_ONCE);
    if (to <= from) return 0;
    await count(trx, from + 1, to, 1);
    await setCounted(trx, to);
    return last.id - to;
  });
}

/** Goes on until all entries are counted, with pauses for others. */
export async function countInBackground(database: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await countEntries(database)) > 0)
    await pause(PAUSE_MS, undefined, { signal, ref: false });
}

/** Takes the entries up to one, which are about to be removed, out of the counts. */
export async function forgetEntries(trx: Transaction<Schema>, upTo: number): Promise<void> {
  const { entry_id } = counterRow(await take(trx, {}), 'journal_counted');
  await count(trx, 0, Math.min(upTo, entry_id), -1);
  await trx.deleteFrom('journal_counts').where('entries', '<=', 0).execute();
  if (upTo > entry_id) await setCounted(trx, upTo);
}

/** The last entry that is in the counts. */
export async function countedUpTo(db: Db): Promise<number> {
  return counterRow(await counted(db, {}), 'journal_counted').entry_id;
}

interface Values {
  readonly grain: 'all' | 'month' | 'day';
  readonly from: string;
  readonly to: string;
  readonly actor_id: number;
  readonly kind: ResourceName;
  readonly action: JournalAction;
}

const sums = prepareEach((db, values: Values, { actor, hasKind, hasAction }: Shape) =>
  db
    .selectFrom('journal_counts')
    .select((eb) => ['starts_on', eb.fn.sum<number>('entries').as('entries')])
    .where('grain', '=', values.grain)
    .where('starts_on', '>=', values.from)
    .where('starts_on', '<', values.to)
    // Actor 0 is the server itself.
    .$if(actor !== 'any', (rows) => rows.where('actor_id', '=', values.actor_id))
    .$if(hasKind, (rows) => rows.where('kind', '=', values.kind))
    .$if(hasAction, (rows) => rows.where('action', '=', values.action))
    .groupBy('starts_on')
    .orderBy('starts_on', 'desc'),
);

type Sum = { readonly starts_on: string; readonly entries: number };

const read = (db: Db, filter: JournalFilter, grain: Values['grain'], from: string, to: string) =>
  from < to ? sums(db, shapeOf(filter), { ...valuesOf(filter), grain, from, to }) : Promise.resolve([]);
const total = (rows: readonly Sum[]): number => rows.reduce((sum, { entries }) => sum + entries, 0);

/** Before and after all days. */
export const [NO_DAY, EVERY_DAY] = ['', '9'] as const;

const monthOf = (day: string): string => (day === EVERY_DAY ? day : startOf('month', day));

/** The months that lie whole in a range of days, the end not included; the days around them stand alone. */
export function wholeMonths(from: string, to: string): { readonly from: string; readonly to: string } {
  const end = monthOf(to);
  if (from === NO_DAY) return { from, to: end };
  const start = monthOf(from);
  const next = start === from ? start : nextStart('month', start);
  // Without a whole month all days stand alone.
  return next < end ? { from: next, to: end } : { from: to, to };
}

/** How many of the counted entries lie in a range of days, its end not included. */
export async function countInDays(db: Db, filter: JournalFilter, from: string, to: string): Promise<number> {
  if (from === NO_DAY && to === EVERY_DAY) return total(await read(db, filter, 'all', from, to));
  const months = wholeMonths(from, to);
  return (
    total(await read(db, filter, 'day', from, months.from)) +
    total(await read(db, filter, 'month', months.from, months.to)) +
    total(await read(db, filter, 'day', months.to, to))
  );
}

/** The first of these, the newest first, behind which less than `offset` is left; and what lies before it. */
function passed(
  rows: readonly Sum[],
  offset: number,
): { readonly at: string | undefined; readonly before: number } {
  let before = 0;
  for (const { starts_on, entries } of rows) {
    if (before + entries > offset) return { at: starts_on, before };
    before += entries;
  }
  return { at: undefined, before };
}

/** The day in which the entry at that place of the counted ones lies, and how many lie after that day. */
export async function dayAt(
  db: Db,
  filter: JournalFilter,
  offset: number,
): Promise<{ readonly day: string; readonly before: number } | undefined> {
  const month = passed(await read(db, filter, 'month', NO_DAY, EVERY_DAY), offset);
  if (month.at === undefined) return undefined;
  const days = await read(db, filter, 'day', month.at, nextStart('month', month.at));
  const day = passed(days, offset - month.before);
  return day.at === undefined ? undefined : { day: day.at, before: month.before + day.before };
}
