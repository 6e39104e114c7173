import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { counterRow } from '#server/db/counter-row';
import type { Database } from '#server/db/open';
import { prepare } from '#server/db/prepared';
import { type BookFilter, conditionOf, passes } from './book-filter.ts';
import { SortedIds } from './sorted-ids.ts';

/** Ids kept by all lists together: four bytes each, eight in lists with a sort key. */
const MAX_IDS = 6_000_000;
/** Further behind than this, a list is read anew. */
const MAX_STEPS = 500;

const readRevision = prepare((db) => db.selectFrom('catalogue').select('revision'));

const changesBetween = prepare((db, { after, upTo }: { after: number; upTo: number }) =>
  db.selectFrom('book_changes').select('book_id').where('revision', '>', after).where('revision', '<=', upTo),
);

interface Remembered {
  readonly ids: SortedIds;
  /** Of the catalogue, up to which the list is true. */
  revision: number;
}

/**
 * The ids of everything a filter lets through, in order: what makes long searches and deep pages cheap.
 *
 * The first asker pays for the search, away from the event loop. Later ones get the same list, brought up to date by looking
 * only at the books that were changed since, so that it is exact after every write of any process.
 */
export function createRememberedLists(database: Database) {
  const { kysely, dialect } = database;
  const lists = new LRUCache<string, Remembered>({
    maxSize: MAX_IDS,
    sizeCalculation: ({ ids }) => Math.min(1 + ids.length, MAX_IDS),
  });
  const inWork = new Map<string, Promise<Remembered>>();

  async function currentRevision(): Promise<number> {
    return counterRow(await readRevision(kysely, {}), 'catalogue').revision;
  }

  async function read(filter: BookFilter, isByReadingTime: boolean): Promise<Remembered> {
    let inOrder = kysely
      .selectFrom('books')
      .select(['books.id', 'books.reading_time'])
      .where(conditionOf(filter, dialect));
    if (isByReadingTime) inOrder = inOrder.orderBy('books.reading_time');
    // Joining what comes sorted takes a fraction of the time of sorting inside the aggregate.
    const query = kysely
      .selectFrom(inOrder.orderBy('books.id').as('sorted'))
      .select([
        sql<number>`(select revision from catalogue)`.as('revision'),
        sql<string | null>`string_agg(cast(id as text), ',')`.as('ids'),
        (isByReadingTime
          ? sql<string | null>`string_agg(cast(reading_time as text), ',')`
          : sql<string | null>`null`
        ).as('keys'),
      ])
      .compile();
    const { revision, ids, keys } = await dialect.readIds(query);
    return { revision, ids: new SortedIds(ids, isByReadingTime ? (keys ?? new Uint32Array()) : undefined) };
  }

  /** False when the list is too far behind, or a change touched more books than can be named. */
  async function catchUp(list: Remembered, filter: BookFilter, revision: number): Promise<boolean> {
    if (list.revision >= revision) return true;
    if (revision - list.revision > MAX_STEPS) return false;
    const changes = await changesBetween(kysely, { after: list.revision, upTo: revision });
    const changed = new Set(changes.map((change) => change.book_id));
    if (changes.length < revision - list.revision || changed.has(null)) return false;
    const books = await kysely
      .selectFrom('books')
      .innerJoin('book_search', 'book_search.book_id', 'books.id')
      .select(['id', 'language', 'category_id', 'sub_category_id', 'is_backup', 'reading_time', 'search_key'])
      .where('books.id', 'in', [...changed])
      .execute();
    for (const id of changed) list.ids.remove(id ?? 0);
    for (const book of books) if (passes(filter, book)) list.ids.insert(book.id, book.reading_time);
    list.revision = revision;
    return true;
  }

  async function bring(key: string, filter: BookFilter, isByReadingTime: boolean): Promise<Remembered> {
    let list = lists.get(key);
    if (!list || !(await catchUp(list, filter, await currentRevision()))) {
      list = await read(filter, isByReadingTime);
      await catchUp(list, filter, await currentRevision());
    }
    // Also one that was kept: it may have grown.
    lists.delete(key);
    lists.set(key, list);
    return list;
  }

  /** The books of a filter, oldest or shortest first. */
  return async function remembered(filter: BookFilter, isByReadingTime: boolean): Promise<SortedIds> {
    const key = JSON.stringify([filter, isByReadingTime]);
    // Work that began before this call may not know what the caller wrote just before it, so it is waited for, not shared.
    for (let running = inWork.get(key); running; running = inWork.get(key)) {
      await running.catch(() => undefined);
    }
    const work = bring(key, filter, isByReadingTime);
    inWork.set(key, work);
    try {
      return (await work).ids;
    } finally {
      inWork.delete(key);
    }
  };
}
