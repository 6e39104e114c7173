import { type Transaction, sql } from 'kysely';
import { batches } from '#server/core/db/batches';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import type { BookProjectionsTable } from '#server/core/db/tables/projections';
import { projectionOf } from './book-projection.ts';
import { bookChecks } from './book-checks.ts';
import { bookStatesOf } from './book-state.ts';
import { upsertRows } from './upsert-rows.ts';
import { type Deltas, type BookFlags, createDeltas } from './deltas.ts';
import { toDay } from '#contract/analytics/periods';

const projectionRows = prepareForIds((db, ids) =>
  db.selectFrom('book_projections').selectAll().where('book_id', 'in', ids),
);

/** The time range in which changes found now may have happened. */
export interface ProjectionTime {
  readonly now: string;
  /** ISO time of the previous projection; undefined for the first one. */
  readonly since: string | undefined;
}

type TitleKey = Pick<BookProjectionsTable, 'author_id' | 'title_key'>;

/** Returns the books of these authors with these titles. The editions of a work have the ID of the first one as `work_id`. */
async function withTitles(trx: Transaction<Schema>, keys: readonly TitleKey[]) {
  const projectedRows: (TitleKey &
    BookFlags &
    Pick<BookProjectionsTable, 'book_id'> & { readonly work_id: number })[] = [];
  for (const batch of batches(keys)) {
    const values = batch.map(
      ({ author_id, title_key }) => sql`(cast(${author_id} as integer), cast(${title_key} as integer))`,
    );
    const { rows } = await sql<
      (typeof projectedRows)[number]
    >`with keys(author, title) as (values ${sql.join(values)})
      select book_id, projected.author_id, title_key, projected.language, projected.category_id,
        projected.is_backup, flags, case when edition_of = 0 then book_id else edition_of end as work_id
      from keys join book_projections as projected on projected.author_id = keys.author and title_key = keys.title
      join books on books.id = book_id`.execute(trx);
    projectedRows.push(...rows);
  }
  return projectedRows;
}

const nameOf = ({ author_id, title_key }: TitleKey): string => `${author_id} ${title_key}`;

/** Sets or removes the duplicate flag of books with these titles. Editions of one work are not duplicates of each other. */
async function markDuplicates(
  trx: Transaction<Schema>,
  touchedTitles: readonly TitleKey[],
  deltas: Deltas,
): Promise<void> {
  const { bit } = bookChecks.book_duplicated;
  const keys = new Map(touchedTitles.map((key) => [nameOf(key), key]));
  const changedBooks = { set: [] as number[], cleared: [] as number[] };
  for (const [, books] of Map.groupBy(await withTitles(trx, [...keys.values()]), nameOf)) {
    const works = new Set(books.map(({ work_id }) => work_id));
    for (const book of books) {
      const { book_id, flags } = book;
      const after = works.size > 1 ? flags | bit : flags & ~bit;
      if (after === flags) continue;
      deltas.flag(book_id, book, { ...book, flags: after });
      (after > flags ? changedBooks.set : changedBooks.cleared).push(book_id);
    }
  }
  for (const [ids, sign] of [
    [changedBooks.set, bit],
    [changedBooks.cleared, -bit],
  ] as const)
    for (const batch of batches(ids))
      await trx
        .updateTable('book_projections')
        .set({ flags: sql`flags + ${sign}` })
        .where('book_id', 'in', batch)
        .execute();
}

/** Updates the projections of these books. The caller's transaction must have locked `projection_state`. */
export async function projectBooks(
  trx: Transaction<Schema>,
  ids: readonly number[],
  { now, since }: ProjectionTime,
): Promise<void> {
  const states = await bookStatesOf(trx, ids);
  const knownProjections = new Map(
    (await projectionRows(trx, ids)).map((projection) => [projection.book_id, projection]),
  );
  const deltas = createDeltas();
  const storedProjections: BookProjectionsTable[] = [];
  const touchedTitles: TitleKey[] = [];
  const deletedIds: number[] = [];
  const { bit: twice } = bookChecks.book_duplicated;

  for (const id of new Set(ids)) {
    const state = states.get(id);
    const before = knownProjections.get(id);
    const newProjection = state && projectionOf(state);
    // The flag for similar titles does not change before titles are compared.
    const after = newProjection && {
      ...newProjection,
      flags: newProjection.flags | ((before?.flags ?? 0) & twice),
    };
    if (!before && !after) continue;
    const time = !state ? now : !before && since === undefined ? state.created_at : state.updated_at;
    deltas.replace(before, after, {
      day: toDay(new Date(since !== undefined && time < since ? now : time)),
      changes: Math.max(0, (after?.version ?? 0) - (before?.version ?? 1)),
    });
    deltas.flag(id, before, after);
    // Also without a change of the title, because the book can have become an edition of another work.
    touchedTitles.push(...[before, after].filter((projection) => projection !== undefined));
    if (after) storedProjections.push(after);
    else deletedIds.push(id);
  }

  await upsertRows(trx, { table: 'book_projections', keys: ['book_id'], isSum: false }, storedProjections);
  for (const batch of batches(deletedIds)) {
    await trx.deleteFrom('book_projections').where('book_id', 'in', batch).execute();
  }
  await markDuplicates(trx, touchedTitles, deltas);
  await deltas.write(trx);
}
