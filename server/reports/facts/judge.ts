import { type Transaction, sql } from 'kysely';
import { batches } from '#server/db/batches';
import { prepareForIds } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import type { BookFactsTable } from '#server/db/tables/facts';
import { factsOf } from './book-facts.ts';
import { bookRules } from './book-rules.ts';
import { bookStatesOf } from './book-state.ts';
import { putRows } from './put-rows.ts';
import { type Deltas, type Flagged, createDeltas } from './deltas.ts';
import { toDay } from '#contract/periods';

const factRows = prepareForIds((db, ids) =>
  db.selectFrom('book_facts').selectAll().where('book_id', 'in', ids),
);

/** When what is seen now for the first time has happened, for all that is known. */
export interface When {
  readonly now: string;
  /** ISO; what happened, happened after it. Undefined while books are looked at for the first time. */
  readonly since: string | undefined;
}

type TitleKey = Pick<BookFactsTable, 'author_id' | 'title_key'>;

/** The books of these authors with these titles. */
async function withTitles(trx: Transaction<Schema>, keys: readonly TitleKey[]) {
  const found: (TitleKey & Flagged & Pick<BookFactsTable, 'book_id'>)[] = [];
  for (const batch of batches(keys)) {
    const values = batch.map(
      ({ author_id, title_key }) => sql`(cast(${author_id} as integer), cast(${title_key} as integer))`,
    );
    const { rows } = await sql<
      (typeof found)[number]
    >`with keys(author, title) as (values ${sql.join(values)})
      select book_id, author_id, title_key, language, category_id, is_backup, flags from keys
      join book_facts on author_id = keys.author and title_key = keys.title`.execute(trx);
    found.push(...rows);
  }
  return found;
}

const nameOf = ({ author_id, title_key }: TitleKey): string => `${author_id} ${title_key}`;

/** Books that are alone with their title any more, or no longer: their flag, and what follows from it. */
async function markTwins(
  trx: Transaction<Schema>,
  touched: readonly TitleKey[],
  deltas: Deltas,
): Promise<void> {
  const { bit } = bookRules.book_twice;
  const keys = new Map(touched.map((key) => [nameOf(key), key]));
  const changed = { set: [] as number[], cleared: [] as number[] };
  for (const [, books] of Map.groupBy(await withTitles(trx, [...keys.values()]), nameOf)) {
    for (const book of books) {
      const { book_id, flags } = book;
      const after = books.length > 1 ? flags | bit : flags & ~bit;
      if (after === flags) continue;
      deltas.flag(book_id, book, { ...book, flags: after });
      (after > flags ? changed.set : changed.cleared).push(book_id);
    }
  }
  for (const [ids, sign] of [
    [changed.set, bit],
    [changed.cleared, -bit],
  ] as const)
    for (const batch of batches(ids))
      await trx
        .updateTable('book_facts')
        .set({ flags: sql`flags + ${sign}` })
        .where('book_id', 'in', batch)
        .execute();
}

/** Brings the facts of these books up to the books as they are now. The caller's transaction has taken `fact_state`. */
export async function judgeBooks(
  trx: Transaction<Schema>,
  ids: readonly number[],
  { now, since }: When,
): Promise<void> {
  const states = await bookStatesOf(trx, ids);
  const known = new Map((await factRows(trx, ids)).map((facts) => [facts.book_id, facts]));
  const deltas = createDeltas();
  const stored: BookFactsTable[] = [];
  const touched: TitleKey[] = [];
  const gone: number[] = [];
  const { bit: twice } = bookRules.book_twice;

  for (const id of new Set(ids)) {
    const state = states.get(id);
    const before = known.get(id);
    const made = state && factsOf(state);
    // What the book alone cannot tell stays until its title is looked at.
    const after = made && { ...made, flags: made.flags | ((before?.flags ?? 0) & twice) };
    if (!before && !after) continue;
    const at = !state ? now : !before && since === undefined ? state.created_at : state.updated_at;
    deltas.replace(before, after, {
      day: toDay(new Date(since !== undefined && at < since ? now : at)),
      changes: Math.max(0, (after?.version ?? 0) - (before?.version ?? 1)),
    });
    deltas.flag(id, before, after);
    if (before?.author_id !== after?.author_id || before?.title_key !== after?.title_key)
      touched.push(...[before, after].filter((facts) => facts !== undefined));
    if (after) stored.push(after);
    else gone.push(id);
  }

  await putRows(trx, { table: 'book_facts', keys: ['book_id'], isSum: false }, stored);
  for (const batch of batches(gone)) {
    await trx.deleteFrom('book_facts').where('book_id', 'in', batch).execute();
  }
  await markTwins(trx, touched, deltas);
  await deltas.write(trx);
}
