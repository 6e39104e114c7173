import { type Kysely, type QueryCreator, sql } from 'kysely';
import type { ContributorRole, ContributorsQuery } from '#contract/contributors/contributors';
import type { Page } from '#contract/core/envelope';
import { LAST, searchWordsOf } from '#server/core/db/author-words';
import type { Database } from '#server/core/db/open';
import { prepare, prepareEach } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';

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

/** Words of names with a prefix. */
const inNames = (db: QueryCreator<Schema>, index: number, bounds: PrefixBounds) =>
  db
    .selectFrom('author_words')
    .select('author_id as person_id')
    .where('word', '>=', bounds[`word${index}`] ?? '')
    .where('word', '<', bounds[`until${index}`] ?? '');

/** Words of sort names and other names with a prefix. */
const inOtherNames = (db: QueryCreator<Schema>, index: number, bounds: PrefixBounds) =>
  db
    .selectFrom('other_name_words')
    .select('contributor_id as person_id')
    .where('word', '>=', bounds[`word${index}`] ?? '')
    .where('word', '<', bounds[`until${index}`] ?? '');

const beginningWith = (db: QueryCreator<Schema>, index: number, bounds: PrefixBounds) =>
  inNames(db, index, bounds).unionAll(inOtherNames(db, index, bounds));

/** The parts of a query. Queries with the same parts share a prepared statement. */
interface Shape {
  readonly words: number;
  readonly similar: boolean;
  readonly by: 'book_count' | 'name' | 'sort_name';
  readonly direction: 'asc' | 'desc';
  readonly countColumn: CountedBooks;
  readonly role: ContributorRole | undefined;
}

/** The number of books of a person: as first author, or in any role. Lists of authors exclude people who are no first author. */
export type CountedBooks = 'book_count' | 'total_books';

/** Name keys that several authors share. */
const likenesses = (db: QueryCreator<Schema>, countColumn: CountedBooks) =>
  db
    .selectFrom('authors as similar')
    .select('similar.likeness')
    .where(`similar.${countColumn}`, '>', 0)
    .groupBy('similar.likeness')
    .having((eb) => eb.fn.countAll<number>(), '>', 1);

/**
 * Returns the people with matches for every searched word. A match is a word of the names that starts with the searched one. Lists of
 * authors exclude people who are no first author.
 */
function matchingContributors(
  db: QueryCreator<Schema>,
  { words, similar, by, direction, countColumn, role }: Shape,
  bounds: PrefixBounds,
) {
  let people = db.selectFrom('authors').select('authors.id');
  if (countColumn === 'book_count') people = people.where('book_count', '>', 0);
  if (role !== undefined)
    people = people.where('authors.id', 'in', (eb) =>
      eb.selectFrom('contributor_counts').select('contributor_id').where('role', '=', role),
    );
  if (words > 0) people = people.where('authors.id', 'in', beginningWith(db, 0, bounds));
  for (let index = 1; index < words; index += 1)
    people = people.where((eb) =>
      eb.or([
        eb.exists(inNames(db, index, bounds).where('author_id', '=', eb.ref('authors.id'))),
        eb.exists(inOtherNames(db, index, bounds).where('contributor_id', '=', eb.ref('authors.id'))),
      ]),
    );
  if (similar) people = people.where('likeness', 'in', likenesses(db, countColumn));
  if (by !== 'book_count')
    return people.orderBy(by === 'name' ? 'sort_key' : 'sort_name_key', direction).orderBy('id', direction);
  if (role === undefined) return people.orderBy(countColumn, direction).orderBy('id', 'asc');
  return people
    .orderBy(
      (eb) =>
        eb
          .selectFrom('contributor_counts')
          .select('contributor_counts.book_count')
          .whereRef('contributor_id', '=', 'authors.id')
          .where('role', '=', role),
      direction,
    )
    .orderBy('id', 'asc');
}

/** Counts the words with a prefix, up to the number at which the prefix is frequent. */
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

const countWithRole = prepare((db, { role }: { readonly role: ContributorRole }) =>
  db.selectFrom('contributor_counts').where('role', '=', role).select(sql<number>`count(*)`.as('total')),
);

interface Slice {
  readonly limit: number;
  readonly offset: number;
}

const pageOfAll = prepareEach((db, { limit, offset }: Slice, shape: Shape) =>
  matchingContributors(db, shape, {}).limit(limit).offset(offset),
);

const pageWithRole = prepareEach(
  (db, { role, limit, offset }: Slice & { readonly role: ContributorRole }, direction: 'asc' | 'desc') =>
    db
      .selectFrom('contributor_counts')
      .select('contributor_id as id')
      .where('role', '=', role)
      .orderBy('book_count', direction)
      .orderBy('contributor_id')
      .limit(limit)
      .offset(offset),
);

const idsOfFound = prepareEach((db, bounds: PrefixBounds, shape: Shape) =>
  matchingContributors(db, shape, bounds),
);

/** Sorts words by frequency, the rarest first, because the search reads all of its matches. */
async function inOrderOfRarity(db: Kysely<Schema>, words: readonly string[]) {
  const wordCounts = [];
  for (const word of words) {
    const [row] = await countPrefixes(db, boundsOf([word]));
    wordCounts.push({ word, total: row?.total ?? 0 });
  }
  return wordCounts.toSorted((a, b) => a.total - b.total);
}

/** Returns the ids of all people with these words, in the order of the list. Large results are read outside the event loop. */
async function search(
  { kysely, dialect }: Database,
  searchWords: readonly string[],
  shape: Shape,
): Promise<readonly number[] | Uint32Array> {
  const words = await inOrderOfRarity(kysely, searchWords);
  const bounds = boundsOf(words.map(({ word }) => word));
  const [rarest] = words;
  if (!shape.similar && rarest && rarest.total <= RARE) {
    const rows = await idsOfFound(kysely, shape, bounds);
    return rows.map(({ id }) => id);
  }
  const query = kysely
    .selectFrom(matchingContributors(kysely, shape, bounds).as('sorted'))
    .select([
      sql<number>`0`.as('revision'),
      sql<string | null>`string_agg(cast(id as text), ',')`.as('ids'),
      sql<null>`null`.as('keys'),
    ])
    .compile();
  return (await dialect.readIds(query)).ids;
}

/** Returns the ids of a page of people, and the number of all; by default those with the most books first, and of equal ones the older first. */
export async function pageOfContributors(
  database: Database,
  { search: text, similar, sort, page, items_per_page: limit }: Omit<ContributorsQuery, 'role'>,
  countedIn: Pick<Shape, 'countColumn' | 'role'>,
): Promise<Page<number>> {
  const { kysely } = database;
  const { countColumn, role } = countedIn;
  const offset = (page - 1) * limit;
  const words = searchWordsOf(text).slice(0, MAX_WORDS);
  const by = sort?.by ?? 'book_count';
  const shape: Shape = {
    words: words.length,
    similar,
    by,
    direction: sort?.direction ?? 'desc',
    ...countedIn,
  };
  const isWhole = words.length === 0 && !similar;
  if (isWhole && role === undefined) {
    const [size] = await countAll(kysely, countColumn, {});
    const rows = await pageOfAll(kysely, shape, { limit, offset });
    return { items: rows.map(({ id }) => id), total: size?.total ?? 0 };
  }
  if (isWhole && role !== undefined && by === 'book_count') {
    const [size] = await countWithRole(kysely, { role });
    const rows = await pageWithRole(kysely, shape.direction, { role, limit, offset });
    return { items: rows.map(({ id }) => id), total: size?.total ?? 0 };
  }
  const ids = await search(database, words, shape);
  return { items: Array.from(ids.slice(offset, offset + limit)), total: ids.length };
}
