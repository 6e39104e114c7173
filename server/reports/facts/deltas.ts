import { type Transaction, sql } from 'kysely';
import { batches } from '#server/db/batches';
import type { Schema } from '#server/db/schema';
import {
  ANY_CATEGORY,
  type BookFactsTable,
  type CatalogueLengthsTable,
  type CataloguePeriodsTable,
  type CatalogueTotalsTable,
  type Cell,
  type Measures,
} from '#server/db/tables/facts';
import { bookRuleList, measureIn } from './book-rules.ts';
import { periodsOf } from '#contract/periods';

const cellColumns = ['language', 'category_id', 'is_backup'] as const;
const measureColumns = [
  'books',
  'seconds',
  'words',
  'with_cover',
  'with_audio',
  'with_text',
  'with_chapters',
] as const;

/** A book as far as its flags are counted. */
export type Flagged = Cell & Pick<BookFactsTable, 'flags'>;

const cellOf = ({ language, category_id, is_backup }: Cell): Cell => ({ language, category_id, is_backup });

const measuresIn = ({ seconds, words, measures }: BookFactsTable, sign: 1 | -1): Measures => ({
  books: sign,
  seconds: sign * seconds,
  words: sign * words,
  with_cover: sign * measureIn(measures, 'with_cover'),
  with_audio: sign * measureIn(measures, 'with_audio'),
  with_text: sign * measureIn(measures, 'with_text'),
  with_chapters: sign * measureIn(measures, 'with_chapters'),
});

/** Numbers that are added to rows, under the keys of the rows. */
function createSums<Row extends object>() {
  const rows = new Map<string, { key: object; values: Record<string, number> }>();
  return {
    add(key: object, values: object): void {
      const name = JSON.stringify(key);
      const row = rows.get(name) ?? { key, values: {} };
      for (const [column, value] of Object.entries(values) as [string, number][])
        row.values[column] = (row.values[column] ?? 0) + value;
      rows.set(name, row);
    },
    /** Those in which something is not zero. */
    rows: (): Row[] =>
      [...rows.values()]
        .filter(({ values }) => Object.values(values).some((value) => value !== 0))
        .map(({ key, values }) => ({ ...key, ...values }) as Row),
  };
}

/** Adds to rows, and makes those that are not there. */
async function addTo(
  trx: Transaction<Schema>,
  table: 'catalogue_totals' | 'catalogue_lengths' | 'catalogue_periods' | 'finding_counts',
  rows: readonly object[],
  keys: readonly string[],
): Promise<void> {
  for (const batch of batches(rows)) {
    const columns = Object.keys(batch[0] ?? {});
    const values = batch.map((row) => {
      const found = row as Readonly<Record<string, unknown>>;
      return sql`(${sql.join(columns.map((column) => found[column]))})`;
    });
    const added = columns
      .filter((column) => !keys.includes(column))
      .map(
        (column) =>
          sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
      );
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}
      on conflict (${sql.join(keys.map((key) => sql.ref(key)))}) do update set ${sql.join(added)}`.execute(
      trx,
    );
  }
}

const noCounts = { added: 0, changed: 0, deleted: 0 };
const noMeasures = Object.fromEntries(measureColumns.map((column) => [column, 0])) as unknown as Measures;

/** What changes of books come to in every count that reports read. */
export function createDeltas() {
  const totals = createSums<CatalogueTotalsTable>();
  const lengths = createSums<CatalogueLengthsTable>();
  const periods = createSums<CataloguePeriodsTable>();
  const counts = createSums<Schema['finding_counts']>();
  const found: Schema['findings'][] = [];
  const gone: Schema['findings'][] = [];

  function addToPeriods(cell: Cell, day: string, values: object): void {
    for (const period of periodsOf(day)) {
      periods.add({ ...period, ...cell }, values);
      periods.add({ ...period, ...cell, category_id: ANY_CATEGORY }, values);
    }
  }

  function move(facts: BookFactsTable, sign: 1 | -1, day: string): void {
    const cell = cellOf(facts);
    const measures = measuresIn(facts, sign);
    totals.add(cell, measures);
    lengths.add({ ...cell, length_class: facts.length_class }, { books: sign });
    addToPeriods(cell, day, { ...noCounts, ...measures });
  }

  return {
    /** One state of a book takes the place of another on that day. Undefined: it is not there. */
    replace(
      before: BookFactsTable | undefined,
      after: BookFactsTable | undefined,
      { day, changes }: { readonly day: string; readonly changes: number },
    ): void {
      if (before) move(before, -1, day);
      if (after) move(after, 1, day);
      const shown = after ?? before;
      if (!shown) return;
      const happened = {
        added: before ? 0 : 1,
        changed: changes,
        deleted: after ? 0 : 1,
      };
      addToPeriods(cellOf(shown), day, { ...happened, ...noMeasures });
    },

    /** The flags of a book become others. */
    flag(book_id: number, before: Flagged | undefined, after: Flagged | undefined): void {
      for (const { rule, bit } of bookRuleList) {
        const wasFound = before !== undefined && (before.flags & bit) !== 0;
        const isFound = after !== undefined && (after.flags & bit) !== 0;
        // Also where the flag stays: the book may have another language, category or service.
        if (wasFound) counts.add({ rule, ...cellOf(before) }, { found: -1 });
        if (isFound) counts.add({ rule, ...cellOf(after) }, { found: 1 });
        if (wasFound !== isFound) (isFound ? found : gone).push({ rule, book_id });
      }
    },

    async write(trx: Transaction<Schema>): Promise<void> {
      for (const [rule, findings] of Map.groupBy(gone, (finding) => finding.rule))
        for (const batch of batches(findings))
          await trx
            .deleteFrom('findings')
            .where('rule', '=', rule)
            .where(
              'book_id',
              'in',
              batch.map(({ book_id }) => book_id),
            )
            .execute();
      for (const batch of batches(found)) await trx.insertInto('findings').values(batch).execute();
      await addTo(trx, 'finding_counts', counts.rows(), ['rule', ...cellColumns]);
      await addTo(trx, 'catalogue_totals', totals.rows(), cellColumns);
      await addTo(trx, 'catalogue_lengths', lengths.rows(), [...cellColumns, 'length_class']);
      await addTo(trx, 'catalogue_periods', periods.rows(), ['grain', 'starts_on', ...cellColumns]);
    },
  };
}

export type Deltas = ReturnType<typeof createDeltas>;
