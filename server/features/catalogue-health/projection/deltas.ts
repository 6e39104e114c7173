import type { Transaction } from 'kysely';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import {
  ANY_CATEGORY,
  type BookProjectionsTable,
  type CatalogueLengthsTable,
  type CataloguePeriodsTable,
  type CatalogueTotalsTable,
  type Cell,
  type Measures,
} from '#server/core/db/tables/projections';
import { bookCheckList, measureIn } from './book-checks.ts';
import { upsertRows } from './upsert-rows.ts';
import { periodsOf } from '#contract/analytics/periods';

const cellColumns = ['language', 'category_id', 'is_backup'] as const;

/** The values of a book for the counts of issues. */
export type BookFlags = Cell & Pick<BookProjectionsTable, 'flags'>;

const cellOf = ({ language, category_id, is_backup }: Cell): Cell => ({ language, category_id, is_backup });

const measuresIn = ({ seconds, words, measures }: BookProjectionsTable, sign: 1 | -1): Measures => ({
  books: sign,
  seconds: sign * seconds,
  words: sign * words,
  with_cover: sign * measureIn(measures, 'with_cover'),
  with_audio: sign * measureIn(measures, 'with_audio'),
  with_text: sign * measureIn(measures, 'with_text'),
  with_chapters: sign * measureIn(measures, 'with_chapters'),
});

/** Sums numbers by row key. The keys of a row must always be passed with the same properties in the same order. */
function createSums<Row extends object>() {
  const rows = new Map<string, { readonly key: object; readonly values: Map<string, number> }>();
  return {
    add(key: object, values: Readonly<Record<string, number>>): void {
      const name = Object.values(key).join(' ');
      let row = rows.get(name);
      if (!row) {
        row = { key, values: new Map() };
        rows.set(name, row);
      }
      for (const [column, value] of Object.entries(values))
        row.values.set(column, (row.values.get(column) ?? 0) + value);
    },
    /** Returns the rows in which a sum is not zero. */
    rows: (): Row[] =>
      [...rows.values()]
        .filter(({ values }) => [...values.values()].some((value) => value !== 0))
        .map(({ key, values }) => ({ ...key, ...Object.fromEntries(values) }) as Row),
  };
}

const noCounts = { added: 0, changed: 0, deleted: 0 };

/** Collects the differences that changes of books make to the counts of reports. */
export function createDeltas() {
  const totals = createSums<CatalogueTotalsTable>();
  const lengths = createSums<CatalogueLengthsTable>();
  const periods = createSums<CataloguePeriodsTable>();
  const counts = createSums<Schema['issue_counts']>();
  const issues: Schema['health_issues'][] = [];
  const deletedIssues: Schema['health_issues'][] = [];

  const periodsOfDay = new Map<string, ReturnType<typeof periodsOf>>();

  function addToPeriods(cell: Cell, day: string, values: Readonly<Record<string, number>>): void {
    const dayPeriods = periodsOfDay.get(day) ?? periodsOf(day);
    periodsOfDay.set(day, dayPeriods);
    for (const period of dayPeriods) {
      periods.add({ ...period, ...cell }, values);
      periods.add({ ...period, ...cell, category_id: ANY_CATEGORY }, values);
    }
  }

  function move(projection: BookProjectionsTable, measures: Measures): void {
    const cell = cellOf(projection);
    totals.add(cell, { ...measures });
    lengths.add({ ...cell, length_class: projection.length_class }, { books: measures.books });
  }

  return {
    /** Replaces the state of a book on a day. Undefined means that the book does not exist. */
    replace(
      before: BookProjectionsTable | undefined,
      after: BookProjectionsTable | undefined,
      { day, changes }: { readonly day: string; readonly changes: number },
    ): void {
      const periodCounts = { added: before ? 0 : 1, changed: changes, deleted: after ? 0 : 1 };
      if (before) {
        const measures = measuresIn(before, -1);
        move(before, measures);
        addToPeriods(cellOf(before), day, { ...(after ? noCounts : periodCounts), ...measures });
      }
      if (after) {
        const measures = measuresIn(after, 1);
        move(after, measures);
        addToPeriods(cellOf(after), day, { ...periodCounts, ...measures });
      }
    },

    /** Replaces the flags of a book. */
    flag(book_id: number, before: BookFlags | undefined, after: BookFlags | undefined): void {
      for (const { rule, bit } of bookCheckList) {
        const wasFound = before !== undefined && (before.flags & bit) !== 0;
        const isFound = after !== undefined && (after.flags & bit) !== 0;
        // Also for an unchanged flag, because the book may have another language, category or service.
        if (wasFound) counts.add({ rule, ...cellOf(before) }, { found: -1 });
        if (isFound) counts.add({ rule, ...cellOf(after) }, { found: 1 });
        if (wasFound !== isFound) (isFound ? issues : deletedIssues).push({ rule, book_id });
      }
    },

    async write(trx: Transaction<Schema>): Promise<void> {
      for (const [rule, health_issues] of Map.groupBy(deletedIssues, (issue) => issue.rule))
        for (const batch of batches(health_issues))
          await trx
            .deleteFrom('health_issues')
            .where('rule', '=', rule)
            .where(
              'book_id',
              'in',
              batch.map(({ book_id }) => book_id),
            )
            .execute();
      for (const batch of batches(issues)) await trx.insertInto('health_issues').values(batch).execute();
      await upsertRows(
        trx,
        { table: 'issue_counts', keys: ['rule', ...cellColumns], isSum: true },
        counts.rows(),
      );
      await upsertRows(trx, { table: 'catalogue_totals', keys: cellColumns, isSum: true }, totals.rows());
      await upsertRows(
        trx,
        { table: 'catalogue_lengths', keys: [...cellColumns, 'length_class'], isSum: true },
        lengths.rows(),
      );
      await upsertRows(
        trx,
        { table: 'catalogue_periods', keys: ['interval', 'starts_on', ...cellColumns], isSum: true },
        periods.rows(),
      );
    },
  };
}

export type Deltas = ReturnType<typeof createDeltas>;
