import { type RawBuilder, sql } from 'kysely';
import {
  type Analytics,
  type AnalyticsPeriod,
  type AnalyticsQuery,
  lengthClasses,
} from '#contract/analytics/analytics';
import { type Interval, addDays, nextStart, startOf, startsIn } from '#contract/analytics/periods';
import type { Database } from '#server/core/db/open';
import { ANY_CATEGORY, type Measures } from '#server/core/db/tables/projections';
import { categoryByCode } from '#server/core/resource/category-codes';
import type { Projection } from '#server/features/catalogue-health/projection/projection';
import { rangeOf } from './analytics-range.ts';

const measureNames = [
  'books',
  'seconds',
  'words',
  'with_cover',
  'with_audio',
  'with_text',
  'with_chapters',
] as const;

const sumsOf = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`));

const measureSums = sumsOf(measureNames);
const periodSums = sumsOf([...measureNames, 'added', 'changed', 'deleted']);

type PeriodRow = Omit<AnalyticsPeriod, 'starts_on'> & { starts_on: string };

const noPeriod = Object.fromEntries(
  [...measureNames, 'added', 'changed', 'deleted'].map((name) => [name, 0]),
) as Omit<AnalyticsPeriod, 'starts_on'>;

const without = (now: Measures, addedMeasures: Measures): Measures =>
  Object.fromEntries(
    measureNames.map((name) => [name, now[name] - addedMeasures[name]]),
  ) as unknown as Measures;

/** An id that no category has. */
const NO_SUCH_CATEGORY = -2;

/** Conditions on the rows of the stored counts. */
interface Conditions {
  /** Condition on totals and durations. */
  readonly cells: RawBuilder<unknown>;
  /** Condition on periods, which are also stored for all categories together. */
  readonly periods: RawBuilder<unknown>;
}

/** Reports on the growth of the catalogue. It reads counts stored per day, but no books. */
export function createAnalytics({ kysely }: Database, projection: Projection) {
  async function conditionsOf(query: AnalyticsQuery): Promise<Conditions> {
    const conditions: RawBuilder<unknown>[] = [sql`1 = 1`];
    if (query.language !== undefined) conditions.push(sql`language = ${query.language}`);
    if (query.is_backup !== undefined) conditions.push(sql`is_backup = ${Number(query.is_backup)}`);
    const all = sql.join(conditions, sql` and `);
    const inCategory = (id: number) => sql`category_id = ${id} and ${all}`;
    if (query.category_code === undefined) return { cells: all, periods: inCategory(ANY_CATEGORY) };
    const [category] = await categoryByCode(kysely, { code: query.category_code });
    const condition = inCategory(category?.id ?? NO_SUCH_CATEGORY);
    return { cells: condition, periods: condition };
  }

  /** Returns the additions after a day, from the stored counts. */
  async function addedAfter(day: string, condition: RawBuilder<unknown>): Promise<Measures> {
    const month = startOf('month', day);
    const { rows } = await sql<Measures>`select ${measureSums} from (
      select * from catalogue_periods where ${condition} and interval = 'month' and starts_on > ${month}
      union all
      select * from catalogue_periods where ${condition} and interval = 'day'
        and starts_on > ${day} and starts_on < ${nextStart('month', month)}
    ) as later`.execute(kysely);
    return rows[0] ?? noPeriod;
  }

  async function periodsOf(
    { from, to, interval }: { from: string; to: string; interval: Interval },
    { cells, periods: condition }: Conditions,
  ): Promise<AnalyticsPeriod[]> {
    const starts = startsIn(interval, from, to);
    const { rows } = await sql<PeriodRow>`select starts_on, ${periodSums} from catalogue_periods
      where interval = ${interval} and starts_on >= ${starts[0] ?? from} and starts_on <= ${to} and ${condition}
      group by starts_on`.execute(kysely);
    const byStart = new Map(rows.map((row) => [row.starts_on, row]));
    const { rows: now } =
      await sql<Measures>`select ${measureSums} from catalogue_totals where ${cells}`.execute(kysely);
    const end = addDays(nextStart(interval, starts.at(-1) ?? to), -1);
    let totals = without(now[0] ?? noPeriod, await addedAfter(end, condition));
    const periods: AnalyticsPeriod[] = [];
    for (const starts_on of starts.toReversed()) {
      const row = byStart.get(starts_on) ?? noPeriod;
      const { added, changed, deleted } = row;
      periods.push({ starts_on, ...totals, added, changed, deleted });
      totals = without(totals, row);
    }
    return periods.toReversed();
  }

  async function matrixOf(condition: RawBuilder<unknown>): Promise<Analytics['matrix']> {
    const { rows } = await sql<{
      language: number;
      category_id: number;
      code: string | null;
      name: string | null;
      books: number;
      seconds: number;
    }>`select summed.*, categories.code, categories.name from (
        select language, category_id, sum(books) as books, sum(seconds) as seconds from catalogue_totals
        where ${condition} group by language, category_id
      ) as summed left join categories on categories.id = summed.category_id
      where summed.books > 0 order by language, category_id`.execute(kysely);
    return rows.map(({ language, code, name, books, seconds }) => ({
      language,
      category: code === null || name === null ? null : { code, name },
      books,
      seconds,
    }));
  }

  async function lengthsOf(condition: RawBuilder<unknown>): Promise<Analytics['lengths']> {
    const { rows } = await sql<{ length_class: number; books: number }>`
      select length_class, sum(books) as books from catalogue_lengths where ${condition} group by length_class`.execute(
      kysely,
    );
    const byClass = new Map(rows.map(({ length_class, books }) => [length_class, books]));
    return [null, ...lengthClasses].map((from_minutes, index) => ({
      from_minutes,
      books: byClass.get(index) ?? 0,
    }));
  }

  async function deliveriesIn({ from, to, interval }: { from: string; to: string; interval: Interval }) {
    const starts = startsIn(interval, from, to);
    const rows = await kysely
      .selectFrom('home_deliveries')
      .leftJoin('mobile_configs', 'mobile_configs.id', 'home_deliveries.mobile_config_id')
      .select(['starts_on', 'mobile_config_id as id', 'mobile_configs.title', 'calls', 'unchanged'])
      .where('interval', '=', interval)
      .where('starts_on', '>=', starts[0] ?? from)
      .where('starts_on', '<=', to)
      .execute();
    const sum = (some: readonly { calls: number; unchanged: number }[]) => ({
      calls: some.reduce((total, { calls }) => total + calls, 0),
      unchanged: some.reduce((total, { unchanged }) => total + unchanged, 0),
    });
    const byStart = Map.groupBy(rows, ({ starts_on }) => starts_on);
    return {
      deliveries: starts.map((starts_on) => ({ starts_on, ...sum(byStart.get(starts_on) ?? []) })),
      delivered: [...Map.groupBy(rows, ({ id }) => id)]
        .map(([id, own]) => ({ id, title: own[0]?.title ?? null, ...sum(own) }))
        .toSorted((a, b) => b.calls - a.calls || a.id - b.id),
    };
  }

  return async function report(query: AnalyticsQuery): Promise<Analytics> {
    const remainingBooks = await projection.refresh();
    const range = rangeOf(query, new Date());
    const conditions = await conditionsOf(query);
    return {
      ...range,
      remaining: remainingBooks,
      periods: await periodsOf(range, conditions),
      matrix: await matrixOf(conditions.cells),
      lengths: await lengthsOf(conditions.cells),
      ...(await deliveriesIn(range)),
    };
  };
}

export type AnalyticsReader = ReturnType<typeof createAnalytics>;
