import type { Kysely } from 'kysely';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { toIsbn } from '#contract/books/identifiers';
import { knownErrors } from '#contract/core/errors';
import type { ImportWarning } from '#contract/imports/import-proposal';
import type { Schema } from '#server/core/db/schema';
import { bookCodeOf } from '#server/core/resource/book-code';
import { otherBookWithIsbn } from '#server/features/books/book-details';
import { foldForComparison } from './proposal/fold.ts';
import type { StoredProposal } from './proposal/stored-proposal.ts';

/** Of an author with more books only the newest ones are compared. */
const MAX_BOOKS = 5_000;
const MAX_HASHES = 500;

const toBook = ({ id, name }: { id: number; name: string }) => ({ id, code: bookCodeOf(id), name });

async function sameBook(db: Kysely<Schema>, name: string, author: string): Promise<ImportWarning[]> {
  const foldedName = foldForComparison(name);
  if (foldedName === '' || author === '') return [];
  const books = await db
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .select(['books.id', 'books.name'])
    .where('authors.name_key', '=', contributorNameKey(author))
    .orderBy('books.id', 'desc')
    .limit(MAX_BOOKS)
    .execute();
  const existingBook = books.find((book) => foldForComparison(book.name) === foldedName);
  return existingBook
    ? [
        {
          kind: 'same_book',
          message: `A book with this title and author already exists: ${bookCodeOf(existingBook.id)}.`,
          path: null,
          book: toBook(existingBook),
        },
      ]
    : [];
}

/** Finds the book with the ISBN of a proposal. A new book cannot have it. */
async function sameIsbn(db: Kysely<Schema>, text: string): Promise<ImportWarning[]> {
  const book = await otherBookWithIsbn(db, { isbn: toIsbn(text) ?? '', id: 0 });
  if (!book) return [];
  const { message } = knownErrors.isbnTaken(book.name, bookCodeOf(book.id));
  return [{ kind: 'same_isbn', message, path: null, book: toBook(book) }];
}

async function sameAudio(db: Kysely<Schema>, hashes: readonly string[]): Promise<ImportWarning[]> {
  if (hashes.length === 0) return [];
  const keys = db.selectFrom('files').select('key').where('sha256', 'in', hashes.slice(0, MAX_HASHES));
  const book =
    (await db
      .selectFrom('books')
      .select(['id', 'name'])
      .where('audio_key', 'in', keys)
      .limit(1)
      .executeTakeFirst()) ??
    (await db
      .selectFrom('chapters')
      .innerJoin('books', 'books.id', 'chapters.book_id')
      .select(['books.id', 'books.name'])
      .where('chapters.audio_key', 'in', keys)
      .limit(1)
      .executeTakeFirst());
  return book
    ? [
        {
          kind: 'same_audio',
          message: `This audio is already used by ${bookCodeOf(book.id)} ${book.name}.`,
          path: null,
          book: toBook(book),
        },
      ]
    : [];
}

async function sameImport(
  db: Kysely<Schema>,
  {
    importId,
    name,
    author,
  }: { readonly importId: number | undefined; readonly name: string; readonly author: string },
): Promise<ImportWarning[]> {
  const foldedName = foldForComparison(name);
  if (foldedName === '') return [];
  const others = await db
    .selectFrom('imports')
    .select(['id', 'name', 'author'])
    .where('state', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(MAX_BOOKS)
    .execute();
  const isSame = others.some(
    (other) =>
      other.id !== importId &&
      foldForComparison(other.name) === foldedName &&
      foldForComparison(other.author) === foldForComparison(author),
  );
  return isSame
    ? [
        {
          kind: 'same_import',
          message: 'Another import has the same title and author.',
          path: null,
          book: null,
        },
      ]
    : [];
}

/** Finds books of the catalogue and other proposals that are similar to a proposal. */
export async function findDuplicates(
  db: Kysely<Schema>,
  {
    proposal: { fields },
    hashes,
    importId,
  }: {
    readonly proposal: Pick<StoredProposal, 'fields'>;
    readonly hashes: readonly string[];
    readonly importId?: number | undefined;
  },
): Promise<ImportWarning[]> {
  const [name, author] = [fields.name.value, fields.author.value];
  return [
    ...(await sameBook(db, name, author)),
    ...(await sameIsbn(db, fields.isbn.value)),
    ...(await sameAudio(db, hashes)),
    ...(await sameImport(db, { importId, name, author })),
  ];
}

/** Returns the hashes of the audio files of an import. */
export const hashesOf = (rows: readonly { kind: string; sha256: string | null }[]): string[] =>
  rows.flatMap(({ kind, sha256 }) => (kind === 'audio' && sha256 !== null ? [sha256] : []));
