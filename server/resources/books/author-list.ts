import { type Kysely, type QueryCreator, sql } from 'kysely';
import type { AuthorEntry, AuthorsQuery } from '#contract/authors';
import type { Page } from '#contract/envelope';
import { soughtWordsOf } from '#server/db/author-words';
import type { Database } from '#server/db/open';
import { prepare, prepareEach, prepareForIds } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { inOrderOf } from '../in-order-of.ts';

/** More words than this narrow a search no further. */
const MAX_WORDS = 8;
/** A word that so many words of authors begin with is rare: what it leads to is looked at where requests are served. */
const RARE = 1_000;
/** Sorts behind every character there is, in the order of bytes. */
const LAST = '\u{10FFFF}';

/** The words by their places, each as the bounds of its beginnings: `word0` to `until0`. */
type Bounds = Readonly<Record<`word${number}` | `until${number}`, string>>;

const boundsOf = (words: readonly string[]): Bounds =>
  Object.fromEntries(
    words.flatMap((word, index) => [
      [`word${index}`, word],
      [`until${index}`, `${word}${LAST}`],
    ]),
  );

const beginningWith = (db: QueryCreator<Schema>, index: number, bounds: Bounds) =>
  db
    .selectFrom('author_words')
    .select('author_id')
    .where('word', '>=', bounds[`word${index}`] ?? '')
    .where('word', '<', bounds[`until${index}`] ?? '');

/** The authors of whose words one begins with the first of those that are sought, and others with each of the rest. */
function found(db: QueryCreator<Schema>, words: number, bounds: Bounds) {
  let authors = db
    .selectFrom('authors')
    .select(['id', 'book_count'])
    .where('id', 'in', beginningWith(db, 0, bounds));
  for (let index = 1; index < words; index += 1)
    authors = authors.where((eb) =>
      eb.exists(beginningWith(db, index, bounds).where('author_id', '=', eb.ref('authors.id'))),
    );
  return authors;
}

/** How many words of authors begin with a word; counts no further than is needed to call it common. */
const countBeginnings = prepare((db, bounds: Bounds) =>
  db
    .selectFrom(
      beginningWith(db, 0, bounds)
        .limit(RARE + 1)
        .as('beginnings'),
    )
    .select(sql<number>`count(*)`.as('total')),
);

const countAll = prepare((db) => db.selectFrom('authors').select(sql<number>`count(*)`.as('total')));

const pageOfAll = prepare((db, { limit, offset }: { readonly limit: number; readonly offset: number }) =>
  db
    .selectFrom('authors')
    .select(['id', 'name', 'book_count'])
    .orderBy('book_count', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset),
);

const idsOfFound = prepareEach((db, bounds: Bounds, words: number) =>
  found(db, words, bounds).orderBy('book_count', 'desc').orderBy('id'),
);

const authorsByIds = prepareForIds((db, ids) =>
  db.selectFrom('authors').select(['id', 'name', 'book_count']).where('id', 'in', ids),
);

/** The rarest word first, since the search looks at all that it leads to. */
async function inOrderOfRarity(db: Kysely<Schema>, words: readonly string[]) {
  const counted = [];
  for (const word of words) {
    const [row] = await countBeginnings(db, boundsOf([word]));
    counted.push({ word, total: row?.total ?? 0 });
  }
  return counted.toSorted((a, b) => a.total - b.total);
}

/** The ids of all authors with these words, in the order of the list. Common ones are searched away from the event loop. */
async function search(
  { kysely, dialect }: Database,
  sought: readonly string[],
): Promise<readonly number[] | Uint32Array> {
  const words = await inOrderOfRarity(kysely, sought);
  const bounds = boundsOf(words.map(({ word }) => word));
  if ((words[0]?.total ?? 0) <= RARE) {
    const rows = await idsOfFound(kysely, words.length, bounds);
    return rows.map(({ id }) => id);
  }
  const inOrder = found(kysely, words.length, bounds).orderBy('book_count', 'desc').orderBy('id');
  const query = kysely
    .selectFrom(inOrder.as('sorted'))
    .select([
      sql<number>`0`.as('revision'),
      sql<string | null>`string_agg(cast(id as text), ',')`.as('ids'),
      sql<null>`null`.as('keys'),
    ])
    .compile();
  return (await dialect.readIds(query)).ids;
}

/** Those with the most books first; of equal ones the earlier. */
export async function listAuthors(
  database: Database,
  { search: text, page, items_per_page: limit }: AuthorsQuery,
): Promise<Page<AuthorEntry>> {
  const { kysely } = database;
  const offset = (page - 1) * limit;
  const words = soughtWordsOf(text).slice(0, MAX_WORDS);
  if (words.length === 0) {
    const [counted] = await countAll(kysely, {});
    return { items: await pageOfAll(kysely, { limit, offset }), total: counted?.total ?? 0 };
  }
  const ids = await search(database, words);
  const shown = Array.from(ids.slice(offset, offset + limit));
  return { items: inOrderOf(shown, await authorsByIds(kysely, shown)), total: ids.length };
}
