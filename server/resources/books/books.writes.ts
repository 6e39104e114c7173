import { type Transaction, sql } from 'kysely';
import type { CreateOf, UpdateOf } from '#contract/define-resource';
import { defaultLanguage } from '#contract/languages';
import type { books } from '#contract/resources/books';
import { addBook, changeBook } from '#server/db/catalogue';
import { deleteFiles, insertFiles } from '#server/db/files';
import { beginningsOf, searchKeyOf } from '#server/db/folding';
import { runPrepared, slotsFor } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { editConflict, notFound } from '#server/errors';
import { authorNamed } from './book-authors.ts';
import { type ChapterInput, insertChapters, removeChapters } from './book-chapters.ts';
import { bookCodeOf } from '../book-code.ts';
import { recount } from './book-counts.ts';
import { placementOf } from './book-placement.ts';
import type { KeptFiles } from '../kept-files.ts';
import { readingTimeOf } from './reading-time.ts';

type CreateBook = CreateOf<typeof books>;
type UpdateBook = UpdateOf<typeof books>;
type StoredBook = Schema['books'];

const keysOf = <Row extends object>(row: Row) => Object.keys(row) as (keyof Row & string)[];

function searchOf(id: number, name: string) {
  const search_key = searchKeyOf(name, bookCodeOf(id));
  return { search_key, beginnings: beginningsOf(search_key) };
}

/** Adds a book; returns its id. */
export async function insertBook(
  trx: Transaction<Schema>,
  input: CreateBook,
  files: KeptFiles,
  providerName: string,
): Promise<number> {
  const id = await addBook(trx);
  const now = new Date().toISOString();
  const placement = await placementOf(trx, input);
  const author_id = await authorNamed(trx, input.author?.name || providerName);
  const language = input.language ?? defaultLanguage;
  const duration = input.duration || (files.audioSeconds ?? 0);
  const book: StoredBook = {
    id,
    name: input.name,
    description: input.description ?? '',
    author_id,
    chapter_count: input.chapter_count ?? 0,
    duration,
    ...placement,
    image_key: files.image_key ?? null,
    thumbnail_key: files.thumbnail_key ?? null,
    audio_key: files.audio_key ?? null,
    is_backup: input.is_backup === false ? 0 : 1,
    language,
    reading_time: readingTimeOf({ language, duration, word_count: 0, chapter_seconds: 0 }),
    word_count: 0,
    chapter_seconds: 0,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertFiles(trx, files.rows);
  await runPrepared(trx, 'insert book', { ...book }, (slot) =>
    trx.insertInto('books').values(slotsFor(keysOf(book), slot)),
  );
  const search = { book_id: id, ...searchOf(id, book.name) };
  await runPrepared(trx, 'insert search', search, (slot) =>
    trx.insertInto('book_search').values(slotsFor(keysOf(search), slot)),
  );
  await recount(trx, undefined, book);
  return id;
}

async function stored(trx: Transaction<Schema>, id: number): Promise<StoredBook> {
  const [book] = await runPrepared(trx, 'stored book', { id }, (slot) =>
    trx.selectFrom('books').selectAll().where('id', '=', slot('id')),
  );
  if (!book) throw notFound('book');
  return book;
}

/** Stores what changed and everything that follows from it; returns the keys of the files that nothing names any more. */
async function save(
  trx: Transaction<Schema>,
  before: StoredBook,
  changes: Partial<StoredBook>,
): Promise<string[]> {
  const after: StoredBook = { ...before, ...changes };
  after.reading_time = readingTimeOf(after);
  after.version = before.version + 1;
  after.updated_at = new Date().toISOString();
  // Columns that are set are indexed anew, changed or not, so only the changed ones are.
  const changed = keysOf(after).filter((column) => after[column] !== before[column]);
  await runPrepared(trx, `update book ${changed.join()}`, { ...after }, (slot) =>
    trx.updateTable('books').set(slotsFor(changed, slot)).where('id', '=', slot('id')),
  );
  if (after.name !== before.name) {
    const search = searchOf(before.id, after.name);
    await runPrepared(trx, 'update search', { ...search, id: before.id }, (slot) =>
      trx
        .updateTable('book_search')
        .set(slotsFor(keysOf(search), slot))
        .where('book_id', '=', slot('id')),
    );
  }
  await recount(trx, before, after);
  const keys = ['image_key', 'thumbnail_key', 'audio_key'] as const;
  return keys.flatMap((key) => (before[key] !== null && before[key] !== after[key] ? [before[key]] : []));
}

/** Changes a book; returns the keys of the files it no longer names. @throws AppError 404, 409, 422 */
export async function updateBook(
  trx: Transaction<Schema>,
  input: UpdateBook,
  files: KeptFiles,
  providerName: string,
): Promise<string[]> {
  await changeBook(trx, input.id);
  const before = await stored(trx, input.id);
  if (input.version !== undefined && input.version !== before.version) throw editConflict('book');
  const author_id =
    input.author?.name === undefined
      ? before.author_id
      : await authorNamed(trx, input.author.name || providerName);
  const changes: Partial<StoredBook> = {
    name: input.name ?? before.name,
    description: input.description ?? before.description,
    chapter_count: input.chapter_count ?? before.chapter_count,
    duration: (input.duration ?? before.duration) || (files.audioSeconds ?? 0),
    language: input.language ?? before.language,
    is_backup: input.is_backup === undefined ? before.is_backup : Number(input.is_backup),
    author_id,
    ...(await placementOf(trx, input, before)),
    ...(files.image_key !== undefined && { image_key: files.image_key }),
    ...(files.thumbnail_key !== undefined && { thumbnail_key: files.thumbnail_key }),
    ...(files.audio_key !== undefined && { audio_key: files.audio_key }),
  };
  await insertFiles(trx, files.rows);
  const dropped = await save(trx, before, changes);
  await deleteFiles(trx, dropped);
  return dropped;
}

/** Gives a book other chapters; returns the keys of the files of the earlier ones. @throws AppError 404, 422 */
export async function replaceBookChapters(
  trx: Transaction<Schema>,
  bookId: number,
  chapters: readonly ChapterInput[],
): Promise<string[]> {
  await changeBook(trx, bookId);
  const before = await stored(trx, bookId);
  const dropped = await removeChapters(trx, bookId);
  await insertFiles(
    trx,
    chapters.flatMap(({ audio }) => audio?.rows ?? []),
  );
  await save(trx, before, await insertChapters(trx, bookId, chapters));
  await deleteFiles(trx, dropped);
  return dropped;
}

/**
 * Raises the version of every record that names a book which is about to go: whoever edits one of them learns of it. The
 * database itself takes the book out of them.
 */
async function changeWhatNames(trx: Transaction<Schema>, bookId: number): Promise<void> {
  const updated_at = new Date().toISOString();
  for (const [records, parts, owner] of [
    ['collections', 'collection_books', 'collection_id'],
    ['challenges', 'challenge_items', 'challenge_id'],
    ['story_books', 'story_items', 'story_book_id'],
  ] as const) {
    await sql`update ${sql.table(records)} set version = version + 1, updated_at = ${updated_at}
      where id in (select ${sql.ref(owner)} from ${sql.table(parts)} where book_id = ${bookId})`.execute(trx);
  }
}

/** Removes a book and what belongs to it; returns the keys of its files. @throws AppError 404 */
export async function deleteBook(trx: Transaction<Schema>, id: number): Promise<string[]> {
  await changeBook(trx, id);
  const book = await stored(trx, id);
  await changeWhatNames(trx, id);
  const dropped = await removeChapters(trx, id);
  await trx.deleteFrom('book_search').where('book_id', '=', id).execute();
  await trx.deleteFrom('books').where('id', '=', id).execute();
  await recount(trx, book, undefined);
  for (const key of [book.image_key, book.thumbnail_key, book.audio_key]) if (key !== null) dropped.push(key);
  await deleteFiles(trx, dropped);
  return dropped;
}
