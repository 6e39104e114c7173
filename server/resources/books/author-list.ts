import { type Kysely, type QueryCreator, sql } from 'kysely';
import type { AuthorEntry, AuthorsQuery } from '#contract/authors';
import type { Page } from '#contract/envelope';
import { soughtWordsOf } from '#server/db/author-words';
import { prepare, prepareEach } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';

/** More words than this narrow a search no further. */
const MAX_WORDS = 8;
/** So many found authors are not sorted: enough of them stand near the front of all. */
const MANY = 500;
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

interface Shape {
  readonly words: number;
  /** Whether to walk through all authors in their order until the page is full, as is soonest where many are found. */
  readonly isWalk: boolean;
}

const places = (words: number) => Array.from({ length: words }, (_, index) => index);

const beginningWith = (db: QueryCreator<Schema>, index: number, bounds: Bounds) =>
  db
    .selectFrom('author_words')
    .select('author_id')
    .where('word', '>=', bounds[`word${index}`] ?? '')
    .where('word', '<', bounds[`until${index}`] ?? '');

/** The ids of the authors who have a word for each of those that are sought. */
const found = (db: QueryCreator<Schema>, words: number, bounds: Bounds) =>
  places(words)
    .slice(1)
    .reduce(
      (ids, index) => ids.intersect(beginningWith(db, index, bounds)),
      beginningWith(db, 0, bounds).distinct(),
    );

const countAll = prepare((db) => db.selectFrom('authors').select(sql<number>`count(*)`.as('total')));

const countFound = prepareEach((db, bounds: Bounds, words: number) =>
  db.selectFrom(found(db, words, bounds).as('found')).select(sql<number>`count(*)`.as('total')),
);

const pageOfAuthors = prepareEach(
  (db, values: Bounds & { readonly limit: number; readonly offset: number }, { words, isWalk }: Shape) => {
    let page = db.selectFrom('authors').select(['id', 'name', 'book_count']);
    if (isWalk)
      for (const index of places(words))
        page = page.where((eb) =>
          eb.exists(beginningWith(db, index, values).where('author_id', '=', eb.ref('authors.id'))),
        );
    else page = page.where('id', 'in', found(db, words, values));
    return page.orderBy('book_count', 'desc').orderBy('id').limit(values.limit).offset(values.offset);
  },
);

/** Those with the most books first; of equal ones the earlier. */
export async function listAuthors(
  db: Kysely<Schema>,
  { search, page, items_per_page: limit }: AuthorsQuery,
): Promise<Page<AuthorEntry>> {
  const words = soughtWordsOf(search).slice(0, MAX_WORDS);
  const bounds = boundsOf(words);
  const [counted] = await (words.length === 0 ? countAll(db, {}) : countFound(db, words.length, bounds));
  const total = counted?.total ?? 0;
  const offset = (page - 1) * limit;
  if (offset >= total) return { items: [], total };
  const items = await pageOfAuthors(
    db,
    { words: words.length, isWalk: words.length === 0 || total > MANY },
    { ...bounds, limit, offset },
  );
  return { items, total };
}
