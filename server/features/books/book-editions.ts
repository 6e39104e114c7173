import { type Kysely, type Transaction, sql } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import { lockForBookChange } from '#server/core/db/catalogue';
import { prepare, prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';
import { readChanges } from '#server/core/audit-log/stored-change';
import { writeEntries } from '#server/core/audit-log/write-audit-log';
import { idOfBookCode } from '#server/core/resource/book-code';
import { bookIdsOf } from '#server/core/resource/book-references';
import { editionReference } from '#server/core/resource/row-changes';

/*
 * The books of one work are its editions. `books.edition_of` has the ID of the first edition, which has 0. The ID remains while the first
 * edition is in the trash. The first edition of an existing book has no first edition itself.
 */

/** The books of a work whose first edition has ID `id`. The second condition is that of the index. */
const editionsOf = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('books')
    .select(['id', 'name', 'version', 'edition_of'])
    .where('edition_of', '=', id)
    .where('edition_of', '<>', sql.lit(0))
    .orderBy('id'),
);

const editionById = prepare((db, { id }: { id: number }) =>
  db.selectFrom('books').select(['id', 'name', 'version', 'edition_of']).where('id', '=', id),
);

type EditionRow = Awaited<ReturnType<typeof editionById>>[number];
type EditionOfBook = Pick<EditionRow, 'id' | 'edition_of'>;

/** Returns the ID that the books of the work of this book share; undefined for an unknown code. */
export async function workOf(db: Kysely<Schema>, code: string): Promise<number | undefined> {
  const [book] = await editionById(db, { id: idOfBookCode(code) ?? 0 });
  return book && (book.edition_of || book.id);
}

/** Returns true if a book has this code and this title. The same code is another book on another server. */
export async function hasEdition(
  db: Kysely<Schema>,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<boolean> {
  const [book] = await editionById(db, { id: idOfBookCode(code) ?? 0 });
  return book?.name === name;
}

/** Returns the first edition of the work of an edition, which may be deleted. 0 is none. */
async function firstEditionOf(db: Kysely<Schema>, editionId: number): Promise<number> {
  const [edition] = editionId === 0 ? [] : await editionById(db, { id: editionId });
  return edition?.edition_of || editionId;
}

/** Returns the first edition of the work of a book by the code in a bulk edit. Blank is 0. @throws AppError 422 for codes without a book */
export async function firstEditionNamed(db: Kysely<Schema>, code: string): Promise<number> {
  const [editionId = 0] = code === '' ? [] : await bookIdsOf(db, [code], 'changes.edition_of');
  return firstEditionOf(db, editionId);
}

const worksAmong = prepareForIds((db, ids) =>
  db
    .selectFrom('books')
    .select('edition_of as id')
    .distinct()
    .where('edition_of', 'in', ids)
    .where('edition_of', '<>', sql.lit(0)),
);

/** Returns those of the books that are the first edition of other books. */
export async function firstEditionsAmong(db: Kysely<Schema>, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await worksAmong(db, ids)).map(({ id }) => id));
}

/** The first edition of an earlier state, which can be in the trash, and the entries since then, the newest first. */
export interface EarlierEdition {
  readonly editionOf: number;
  readonly entryIds: readonly number[];
}

/** Returns the first edition of a book in an earlier state. That edition may have another one by now. */
export async function editionOfEarlier(
  trx: Transaction<Schema>,
  { id, edition_of }: EditionOfBook,
): Promise<number> {
  const firstId = await firstEditionOf(trx, edition_of);
  return firstId === id ? 0 : firstId;
}

/**
 * Returns the first edition of a book after a write with the code of an edition. Blank is none, absent is unchanged. An edition of this book
 * becomes the first edition. @throws AppError 422 for the own code and codes without a book
 */
export async function editionAfter(
  trx: Transaction<Schema>,
  {
    code,
    book,
    earlier,
  }: {
    readonly code: string | undefined;
    readonly book: EditionOfBook;
    readonly earlier?: EarlierEdition | undefined;
  },
): Promise<number> {
  if (earlier) return editionOfEarlier(trx, { id: book.id, edition_of: earlier.editionOf });
  if (code === undefined) return book.edition_of;
  if (code === '') return 0;
  const [editionId = 0] = await bookIdsOf(trx, [code], 'edition_of');
  if (editionId === book.id) throw fieldError('edition_of', knownErrors.editionOfItself);
  const firstId = await firstEditionOf(trx, editionId);
  return firstId === book.id ? editionId : firstId;
}

/** Returns a deleted book with its current first edition. */
export async function withCurrentEdition<Book extends EditionOfBook & { readonly version: number }>(
  trx: Transaction<Schema>,
  book: Book,
): Promise<Book> {
  const edition_of = await editionOfEarlier(trx, book);
  return edition_of === book.edition_of ? book : { ...book, edition_of, version: book.version + 1 };
}

/** Sets the first edition of books, each with an entry. */
async function setEdition(
  trx: Transaction<Schema>,
  {
    books,
    editionOf,
    causeId,
  }: {
    readonly books: readonly EditionRow[];
    readonly editionOf: (book: EditionRow) => number;
    readonly causeId: number;
  },
): Promise<void> {
  const updated_at = new Date().toISOString();
  const entries = [];
  for (const book of books) {
    const edition_of = editionOf(book);
    await lockForBookChange(trx, book.id);
    await trx
      .updateTable('books')
      .set({ edition_of, version: sql`version + 1`, updated_at })
      .where('id', '=', book.id)
      .execute();
    entries.push({
      kind: 'books' as const,
      record: { id: book.id, name: book.name },
      version: book.version + 1,
      action: 'changed' as const,
      changes: [
        {
          type: 'record' as const,
          field: editionReference.field,
          before: await editionReference.find(trx, book.edition_of),
          after: await editionReference.find(trx, edition_of),
        },
      ],
      causeId,
    });
  }
  await writeEntries(trx, entries);
}

/** Moves the editions of a book to its first edition, if it has one. */
export async function moveEditions(
  trx: Transaction<Schema>,
  { from, to, causeId }: { readonly from: number; readonly to: number; readonly causeId: number },
): Promise<void> {
  if (to === 0) return;
  const books = await editionsOf(trx, { id: from });
  await setEdition(trx, { books, editionOf: ({ id }) => (id === to ? 0 : to), causeId });
}

/** Returns the first edition before and after a change, if an entry has such a change. */
function editionsInEntry(changes: string): { before: number; after: number } | undefined {
  for (const change of readChanges(changes))
    if (change.type === 'record' && change.field === editionReference.field)
      return { before: change.before?.id ?? 0, after: change.after?.id ?? 0 };
  return undefined;
}

/** Returns editions that changes of a book moved. Books whose first edition was changed since stay. */
async function returnEditions(
  trx: Transaction<Schema>,
  {
    bookId,
    entryIds,
    causeId,
  }: { readonly bookId: number; readonly entryIds: readonly number[]; readonly causeId: number },
): Promise<void> {
  for (const entryId of entryIds) {
    const entries = await trx
      .selectFrom('audit_log')
      .select(['record_id', 'changes'])
      .where('cause_id', '=', entryId)
      .where('kind', '=', 'books')
      .where('record_id', '<>', bookId)
      .orderBy('id')
      .execute();
    for (const { record_id: id, changes } of entries) {
      const editions = editionsInEntry(changes);
      const [book] = await editionById(trx, { id });
      if (!editions || book?.edition_of !== editions.after) continue;
      const edition_of = await editionOfEarlier(trx, { id, edition_of: editions.before });
      if (edition_of === book.edition_of) continue;
      await setEdition(trx, { books: [book], editionOf: () => edition_of, causeId });
      await moveEditions(trx, { from: id, to: edition_of, causeId });
    }
  }
}

/** Moves the other editions of a work after the first edition of a book changed. */
export async function moveOtherEditions(
  trx: Transaction<Schema>,
  {
    before,
    editionOf,
    earlier,
    causeId,
  }: {
    readonly before: EditionOfBook;
    readonly editionOf: number;
    readonly earlier: EarlierEdition | undefined;
    readonly causeId: number;
  },
): Promise<void> {
  if (editionOf !== before.edition_of) await moveEditions(trx, { from: before.id, to: editionOf, causeId });
  if (earlier) await returnEditions(trx, { bookId: before.id, entryIds: earlier.entryIds, causeId });
}
