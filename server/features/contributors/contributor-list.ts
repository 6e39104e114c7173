import { type Kysely, type QueryCreator, sql } from 'kysely';
import { type AuthorEntry, type AuthorsQuery, MAX_SIMILAR } from '#contract/contributors/authors';
import { type ContributorDetails, contributorRoleNames } from '#contract/contributors/contributors';
import type { Page } from '#contract/core/envelope';
import { LAST, searchWordsOf } from '#server/core/db/author-words';
import type { Database } from '#server/core/db/open';
import { prepare, prepareEach, prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { notFound } from '#server/core/errors';
import { inOrderOf } from '#server/core/resource/in-order-of';

/** More words than this do not narrow a search any further. */
const MAX_WORDS = 8;
/** A prefix of at most this many words is rare. Its matches are read in the server's thread. */
const RARE = 1_000;

/** The words by index, each as the bounds of its prefix: `word0` to `until0`. */
type PrefixBounds = Readonly<Record<`word${number}` | `until${number}`, string>>;

const boundsOf = (words: readonly string[]): PrefixBounds =>
  Object.fromEntries(
    words.flatMap((word, index) => [
      [`word${index}`, word],
      [`until${index}`, `${word}${LAST}`],
    ]),
  );

const beginningWith = (db: QueryCreator<Schema>, index: number, bounds: PrefixBounds) =>
  db
    .selectFrom('author_words')
    .select('author_id')
    .where('word', '>=', bounds[`word${index}`] ?? '')
    .where('word', '<', bounds[`until${index}`] ?? '');

/** The parts of a query. Queries with the same parts share a prepared statement. */
interface Shape {
  readonly words: number;
  readonly similar: boolean;
  readonly by: CountedBooks | 'sort_key';
  readonly direction: 'asc' | 'desc';
  readonly countColumn: CountedBooks;
}

/** The number of books of a person: as first author, or in any role. Lists of authors exclude people who are no first author. */
type CountedBooks = 'book_count' | 'total_books';

/** Name keys that several authors share. */
const likenesses = (db: QueryCreator<Schema>, countColumn: CountedBooks) =>
  db
    .selectFrom('authors as similar')
    .select('similar.likeness')
    .where(`similar.${countColumn}`, '>', 0)
    .groupBy('similar.likeness')
    .having((eb) => eb.fn.countAll<number>(), '>', 1);

/**
 * Returns the authors with matches for every searched word. A match is a word of the author that starts with the searched one. Authors
 * without books, which older versions stored, are excluded.
 */
function matchingAuthors(
  db: QueryCreator<Schema>,
  { words, similar, by, direction, countColumn }: Shape,
  bounds: PrefixBounds,
) {
  let authors = db.selectFrom('authors').select(['id', by]);
  if (countColumn === 'book_count') authors = authors.where('book_count', '>', 0);
  if (words > 0) authors = authors.where('id', 'in', beginningWith(db, 0, bounds));
  for (let index = 1; index < words; index += 1)
    authors = authors.where((eb) =>
      eb.exists(beginningWith(db, index, bounds).where('author_id', '=', eb.ref('authors.id'))),
    );
  if (similar) authors = authors.where('likeness', 'in', likenesses(db, countColumn));
  return authors.orderBy(by, direction).orderBy('id', by === 'sort_key' ? direction : 'asc');
}

/** Counts the author words with a prefix, up to the number at which the prefix is frequent. */
const countPrefixes = prepare((db, bounds: PrefixBounds) =>
  db
    .selectFrom(
      beginningWith(db, 0, bounds)
        .limit(RARE + 1)
        .as('beginnings'),
    )
    .select(sql<number>`count(*)`.as('total')),
);

const countAll = prepareEach((db, _values: object, countColumn: CountedBooks) =>
  db
    .selectFrom('authors')
    .where('book_count', '>=', countColumn === 'book_count' ? 1 : 0)
    .select(sql<number>`count(*)`.as('total')),
);

const pageOfAll = prepareEach(
  (db, { limit, offset }: { readonly limit: number; readonly offset: number }, shape: Shape) =>
    matchingAuthors(db, shape, {}).limit(limit).offset(offset),
);

const idsOfFound = prepareEach((db, bounds: PrefixBounds, shape: Shape) =>
  matchingAuthors(db, shape, bounds),
);

interface StoredAuthor {
  readonly id: number;
  readonly name: string;
  readonly book_count: number;
  readonly version: number;
  readonly likeness: string;
}

const authorsByIds = prepareForIds((db, ids) =>
  db.selectFrom('authors').select(['id', 'name', 'book_count', 'version', 'likeness']).where('id', 'in', ids),
);

const peopleByIds = prepareForIds((db, ids) =>
  db
    .selectFrom('authors')
    .select(['id', 'name', 'total_books as book_count', 'version', 'likeness'])
    .where('id', 'in', ids),
);

/** Returns authors with the other authors that have similar names. */
async function withSimilar(
  db: Kysely<Schema>,
  rows: readonly StoredAuthor[],
  countColumn: CountedBooks,
): Promise<AuthorEntry[]> {
  if (rows.length === 0) return [];
  const similar = await db
    .selectFrom('authors')
    .select(['id', 'name', `${countColumn} as book_count`, 'likeness'])
    .where('likeness', 'in', [...new Set(rows.map(({ likeness }) => likeness))])
    .where(countColumn, '>', 0)
    .orderBy(countColumn, 'desc')
    .orderBy('id')
    .execute();
  const byLikeness = Map.groupBy(similar, ({ likeness }) => likeness);
  return rows.map(({ likeness, ...author }) => ({
    ...author,
    similar: (byLikeness.get(likeness) ?? [])
      .filter(({ id }) => id !== author.id)
      .slice(0, MAX_SIMILAR)
      .map(({ id, name, book_count }) => ({ id, name, book_count })),
  }));
}

/** @throws AppError 404 */
export async function readAuthor(db: Kysely<Schema>, id: number): Promise<AuthorEntry> {
  const [author] = await withSimilar(db, await authorsByIds(db, [id]), 'book_count');
  if (!author) throw notFound('author');
  return author;
}

const rolesOf = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('book_contributors')
    .select(['role', ({ fn }) => fn.countAll<number>().as('book_count')])
    .where('contributor_id', '=', id)
    .groupBy('role'),
);

/** Returns a person with details. @throws AppError 404 */
export async function readContributor(db: Kysely<Schema>, id: number): Promise<ContributorDetails> {
  const row = await db.selectFrom('authors').selectAll().where('id', '=', id).executeTakeFirst();
  const [entry] = await withSimilar(db, await peopleByIds(db, [id]), 'total_books');
  if (!row || !entry) throw notFound('author');
  const counts = new Map((await rolesOf(db, { id })).map(({ role, book_count }) => [role, book_count]));
  counts.set('author', (counts.get('author') ?? 0) + row.book_count);
  return {
    ...entry,
    sort_name: row.sort_name,
    other_names: row.other_names === '' ? [] : row.other_names.split('\n'),
    isni: row.isni,
    biography: row.biography,
    roles: contributorRoleNames.flatMap((role) => {
      const book_count = counts.get(role) ?? 0;
      return book_count > 0 ? [{ role, book_count }] : [];
    }),
  };
}

/** Sorts words by frequency, the rarest first, because the search reads all of its matches. */
async function inOrderOfRarity(db: Kysely<Schema>, words: readonly string[]) {
  const wordCounts = [];
  for (const word of words) {
    const [row] = await countPrefixes(db, boundsOf([word]));
    wordCounts.push({ word, total: row?.total ?? 0 });
  }
  return wordCounts.toSorted((a, b) => a.total - b.total);
}

/** Returns the ids of all authors with these words, in the order of the list. Frequent words are searched outside the event loop. */
async function search(
  { kysely, dialect }: Database,
  searchWords: readonly string[],
  shape: Shape,
): Promise<readonly number[] | Uint32Array> {
  const words = await inOrderOfRarity(kysely, searchWords);
  const bounds = boundsOf(words.map(({ word }) => word));
  if (!shape.similar && (words[0]?.total ?? 0) <= RARE) {
    const rows = await idsOfFound(kysely, shape, bounds);
    return rows.map(({ id }) => id);
  }
  const query = kysely
    .selectFrom(matchingAuthors(kysely, shape, bounds).as('sorted'))
    .select([
      sql<number>`0`.as('revision'),
      sql<string | null>`string_agg(cast(id as text), ',')`.as('ids'),
      sql<null>`null`.as('keys'),
    ])
    .compile();
  return (await dialect.readIds(query)).ids;
}

/**
 * Returns authors; by default those with the most books first, and of equal ones the older first.
 * @param countColumn `total_books` lists the people with any role, and counts the books of all roles
 */
export async function listAuthors(
  database: Database,
  { search: text, similar, sort, page, items_per_page: limit }: AuthorsQuery,
  countColumn: CountedBooks = 'book_count',
): Promise<Page<AuthorEntry>> {
  const { kysely } = database;
  const offset = (page - 1) * limit;
  const words = searchWordsOf(text).slice(0, MAX_WORDS);
  const shape: Shape = {
    words: words.length,
    similar,
    by: sort?.by === 'name' ? 'sort_key' : countColumn,
    direction: sort?.direction ?? 'desc',
    countColumn,
  };
  if (words.length === 0 && !similar) {
    const [size] = await countAll(kysely, countColumn, {});
    const rows = await pageOfAll(kysely, shape, { limit, offset });
    return {
      items: await entriesOf(
        kysely,
        rows.map(({ id }) => id),
        countColumn,
      ),
      total: size?.total ?? 0,
    };
  }
  const ids = await search(database, words, shape);
  const pageIds = Array.from(ids.slice(offset, offset + limit));
  return { items: await entriesOf(kysely, pageIds, countColumn), total: ids.length };
}

async function entriesOf(
  db: Kysely<Schema>,
  ids: readonly number[],
  countColumn: CountedBooks,
): Promise<AuthorEntry[]> {
  const byIds = countColumn === 'book_count' ? authorsByIds : peopleByIds;
  return withSimilar(db, inOrderOf(ids, await byIds(db, ids)), countColumn);
}
