import { type Kysely, type Transaction, sql } from 'kysely';
import { pick, prepare, prepareEach } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import {
  type BookFilter,
  type CountedColumn,
  columnsOf,
  countedColumns,
  filtersByLists,
} from './book-filter.ts';

/** The columns of a book that the counters use. */
export type Counted = Pick<
  Schema['books'],
  'language' | 'category_id' | 'sub_category_id' | 'is_backup' | 'reading_time'
>;

const cellOf = (book: Counted) => ({
  language: book.language,
  category_id: book.category_id ?? 0,
  sub_category_id: book.sub_category_id ?? 0,
  is_backup: book.is_backup,
});
type Cell = ReturnType<typeof cellOf>;

const isSame = (a: Cell, b: Cell): boolean =>
  a.language === b.language &&
  a.category_id === b.category_id &&
  a.sub_category_id === b.sub_category_id &&
  a.is_backup === b.is_backup;

const addToCounts = prepare((db, counts: Schema['book_counts']) =>
  db
    .insertInto('book_counts')
    .values(pick(counts, [...countedColumns, 'books', 'reading_seconds']))
    .onConflict((clash) =>
      clash.columns([...countedColumns]).doUpdateSet({
        books: sql`book_counts.books + excluded.books`,
        reading_seconds: sql`book_counts.reading_seconds + excluded.reading_seconds`,
      }),
    ),
);

const removeEmptyCounts = prepare((db, cell: Cell) =>
  db
    .deleteFrom('book_counts')
    .where((eb) => eb.and(countedColumns.map((column) => eb(column, '=', cell[column]))))
    .where('books', '=', 0),
);

const sumCounts = prepareEach((db, filter: BookFilter, columns: readonly CountedColumn[]) =>
  db
    .selectFrom('book_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('books'), sql<number>`0`).as('total'))
    .where((eb) => eb.and(columns.map((column) => eb(column, '=', filter[column] ?? 0)))),
);

async function add(
  trx: Transaction<Schema>,
  { cell, books, seconds }: { readonly cell: Cell; readonly books: number; readonly seconds: number },
): Promise<void> {
  if (books === 0 && seconds === 0) return;
  await addToCounts(trx, { ...cell, books, reading_seconds: seconds });
  if (books < 0) await removeEmptyCounts(trx, cell);
}

/** Updates the counters, in the transaction that changes a book. `recountPeople` updates those of its people. */
export async function recount(
  trx: Transaction<Schema>,
  before: Counted | undefined,
  after: Counted | undefined,
): Promise<void> {
  const old = before && cellOf(before);
  const next = after && cellOf(after);
  if (before && after && old && next && isSame(old, next)) {
    await add(trx, { cell: next, books: 0, seconds: after.reading_time - before.reading_time });
    return;
  }
  if (before && old) await add(trx, { cell: old, books: -1, seconds: -before.reading_time });
  if (after && next) await add(trx, { cell: next, books: 1, seconds: after.reading_time });
}

/** Updates the counters for many books: one statement per counter. */
export async function recountAll(
  trx: Transaction<Schema>,
  changes: readonly { readonly before: Counted; readonly after: Counted }[],
): Promise<void> {
  const byCell = new Map<string, { cell: Cell; books: number; seconds: number }>();
  const count = (book: Counted, sign: 1 | -1) => {
    const cell = cellOf(book);
    const key = JSON.stringify(cell);
    const sum = byCell.get(key) ?? { cell, books: 0, seconds: 0 };
    byCell.set(key, {
      cell,
      books: sum.books + sign,
      seconds: sum.seconds + sign * book.reading_time,
    });
  };
  for (const { before, after } of changes) {
    count(before, -1);
    count(after, 1);
  }
  for (const { cell, books, seconds } of byCell.values()) await add(trx, { cell, books, seconds });
}

const countOfAuthor = prepare((db, { id }: { id: number }) =>
  db.selectFrom('authors').select('book_count').where('id', '=', id),
);

/**
 * Returns the number of books that match a filter, without its search, from the counters. Returns undefined when there is no counter for
 * it, as for an author's books in one language or for books of a series or in no collection.
 */
export async function countBooks(db: Kysely<Schema>, filter: BookFilter): Promise<number | undefined> {
  const { author_id } = filter;
  if (filtersByLists(filter)) return undefined;
  const filterColumns = columnsOf(filter).filter((column) => column !== 'author_id');
  if (author_id !== undefined) {
    if (filterColumns.length > 0) return undefined;
    const [author] = await countOfAuthor(db, { id: author_id });
    return author?.book_count ?? 0;
  }
  const [row] = await sumCounts(db, filterColumns, filter);
  return row?.total ?? 0;
}
