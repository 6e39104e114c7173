import { type Kysely, type Transaction, sql } from 'kysely';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { foldText } from '#contract/core/slug';
import { authorWordsOf, likenessOf } from '#server/core/db/author-words';
import { batches } from '#server/core/db/batches';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { isViewId, viewIdOf } from '#server/core/db/view-ids';
import { recordSearchWords } from '#server/core/db/search-words';

const authorByKey = prepare((db, { name_key }: { name_key: string }) =>
  db.selectFrom('authors').select('id').where('name_key', '=', name_key),
);

const increaseNameCounts = prepare((db) =>
  db.updateTable('author_names').set({ revision: sql`revision + 1` }),
);

/** Records that an author was added, removed or renamed. */
export async function recordAuthorNames(trx: Transaction<Schema>): Promise<void> {
  await increaseNameCounts(trx, {});
}

/** Returns the id of the author with this name, ignoring case and spaces; undefined when there is none. */
export async function authorIdByName(db: Kysely<Schema>, name: string): Promise<number | undefined> {
  const [existingAuthor] = await authorByKey(db, { name_key: contributorNameKey(name) });
  return existingAuthor?.id;
}

/** Returns the columns derived from a name. */
export const namesOf = (name: string) => ({
  name: name.replace(/\s+/gu, ' ').trim(),
  name_key: contributorNameKey(name),
  sort_key: foldText(name),
  sort_name_key: foldText(name),
  likeness: likenessOf(name),
});

export async function insertAuthorWords(trx: Transaction<Schema>, id: number, name: string): Promise<void> {
  const words = authorWordsOf(name).map((word) => ({ word, author_id: id }));
  for (const batch of batches(words)) await trx.insertInto('author_words').values(batch).execute();
  await recordSearchWords(trx, [name]);
}

/** Replaces the words of the sort name and the other names of a person. */
export async function replaceOtherWords(
  trx: Transaction<Schema>,
  id: number,
  names: readonly string[],
): Promise<void> {
  await trx.deleteFrom('other_name_words').where('contributor_id', '=', id).execute();
  const words = new Set(names.filter((name) => name !== '').flatMap(authorWordsOf));
  const rows = [...words].map((word) => ({ word, contributor_id: id }));
  for (const batch of batches(rows)) await trx.insertInto('other_name_words').values(batch).execute();
  await recordSearchWords(trx, names);
}

interface NewAuthor {
  /** The earlier id of the author, who is created again. */
  readonly id?: number;
  readonly sort_name?: string | undefined;
}

/**
 * Returns the author with this name, ignoring case and spaces, or creates one. Names are unique in this sense, so the name decides, not a
 * sent id.
 */
export async function authorNamed(
  trx: Transaction<Schema>,
  name: string,
  { id: freeId, sort_name = '' }: NewAuthor = {},
): Promise<number> {
  const existingAuthorId = await authorIdByName(trx, name);
  if (existingAuthorId !== undefined) return existingAuthorId;
  const { id } = await trx
    .insertInto('authors')
    .values({
      ...namesOf(name),
      ...(freeId !== undefined && !isViewId(freeId)
        ? { id: freeId }
        : viewIdOf(trx, contributorNameKey(name))),
      ...(sort_name !== '' && { sort_name, sort_name_key: foldText(sort_name) }),
      book_count: 0,
      version: 1,
      created_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertAuthorWords(trx, id, name);
  if (sort_name !== '') await replaceOtherWords(trx, id, [sort_name]);
  await recordAuthorNames(trx);
  return id;
}

const bookBy = prepare((db, { id }: { id: number }) =>
  db.selectFrom('books').select('id').where('author_id', '=', id).limit(1),
);

const roleBy = prepare((db, { id }: { id: number }) =>
  db.selectFrom('book_contributors').select('book_id').where('contributor_id', '=', id).limit(1),
);

const detailsOf = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('authors')
    .select(['sort_name', 'other_names', 'isni', 'biography', 'links', 'localized_biographies', 'image_key'])
    .where('id', '=', id),
);

/** Deletes a person without books in any role and without details. Runs last in a transaction, because the audit log reads the names of previous authors. */
export async function removeIdleAuthor(trx: Transaction<Schema>, id: number): Promise<void> {
  if ((await bookBy(trx, { id })).length > 0 || (await roleBy(trx, { id })).length > 0) return;
  const [details] = await detailsOf(trx, { id });
  if (!details || Object.values(details).some((value) => value !== '' && value !== null)) return;
  await trx.deleteFrom('author_words').where('author_id', '=', id).execute();
  await trx.deleteFrom('authors').where('id', '=', id).execute();
  await recordAuthorNames(trx);
}

const nameOf = prepare((db, { id }: { id: number }) =>
  db.selectFrom('authors').select('name').where('id', '=', id),
);

/** @throws Error when the author does not exist, which never happens for the author of a book */
export async function authorNameOf(trx: Transaction<Schema>, id: number): Promise<string> {
  const [author] = await nameOf(trx, { id });
  if (!author) throw new Error(`No author found with ID ${id}.`);
  return author.name;
}

/** Returns the previous author of a book: the same row, else the author with that name, else a new one with the same id. */
export async function restoreAuthor(trx: Transaction<Schema>, id: number, name: string): Promise<number> {
  const [author] = await nameOf(trx, { id });
  return author ? id : authorNamed(trx, name, { id });
}
