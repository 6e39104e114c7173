import { LRUCache } from 'lru-cache';
import { choiceDetails, dateDetails } from '#contract/books/book-details';
import { batchesInChunks } from '#server/core/db/batches';
import { counterRow } from '#server/core/db/counter-row';
import type { Database } from '#server/core/db/open';
import { prepare, prepareForIds } from '#server/core/db/prepared';
import { rankOf } from '#server/core/db/id-list';
import { type BookFilter, isOnlySearch, publisherColumns, rankOfBook } from './book-filter.ts';
import { type BookOrder, cacheKeyOf, sortKeyOf } from './book-order.ts';
import { type ListRange, createListReader } from './list-reader.ts';
import { toOrderedIds } from './ranked-bits.ts';
import { type OrderedIds, SortedIds } from './sorted-ids.ts';

/** Memory of all id lists together. */
const MAX_BYTES = 32 * 1024 ** 2;
/** A list that is more revisions behind is removed from the cache. */
const MAX_STEPS = 2_000;
/** The first request of a search reads this many matches, in order. */
const FIRST_HITS = 500;
/** Number of cached summaries with the newest matches, a few kilobytes each. */
const MAX_SUMMARIES = 1_000;
/** Reading one entry of a list costs as much as skipping this many. */
const PASSED_AN_ENTRY = 10;

const readRevision = prepare((db) => db.selectFrom('catalogue').select('revision'));

const changesBetween = prepare((db, { after, upTo }: { after: number; upTo: number }) =>
  db.selectFrom('book_changes').select('book_id').where('revision', '>', after).where('revision', '<=', upTo),
);

const changedBooks = prepareForIds((db, ids) =>
  db
    .selectFrom('books')
    .innerJoin('book_search', 'book_search.book_id', 'books.id')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .select([
      'books.id',
      'language',
      'category_id',
      'sub_category_id',
      'is_backup',
      'author_id',
      'edition_of',
      ...choiceDetails,
      ...dateDetails,
      'rights',
      'custom_values',
      ...publisherColumns,
      'subjects',
      'reading_time',
      'search_key',
      'authors.sort_key as author_key',
    ])
    .where('books.id', 'in', ids),
);

const textsOf = prepareForIds((db, ids) =>
  db.selectFrom('book_texts').select(['book_id', 'words']).where('book_id', 'in', ids),
);

const booksInCollections = prepareForIds((db, ids) =>
  db.selectFrom('collection_books').select('book_id').distinct().where('book_id', 'in', ids),
);

const booksInSeries = prepareForIds((db, ids) =>
  db.selectFrom('series_books').select(['book_id', 'series_id']).where('book_id', 'in', ids),
);

const rolesInBooks = prepareForIds((db, ids) =>
  db
    .selectFrom('book_contributors')
    .select(['book_id', 'contributor_id', 'role'])
    .where('book_id', 'in', ids),
);

const readListRevision = prepare((db, { name }: { name: 'collections' | 'series' }) =>
  db.selectFrom('record_lists').select('revision').where('name', '=', name),
);

interface Cached {
  readonly ids: OrderedIds;
  /** The revision of the catalogue for which the list is current. */
  revision: number;
}

/** A summary of a list that is not in the cache. */
interface ListSummary {
  readonly revision: number;
  readonly total: number;
  /** The first entries; the rest of the list is not read. */
  readonly newest: SortedIds;
}

export interface Page {
  readonly ids: number[];
  readonly total: number;
}

/** The requested entries of a list. */
interface RequestedPage {
  readonly offset: number;
  readonly limit: number;
  readonly order: BookOrder | undefined;
  /** Number of books when an index returns the list in order; else undefined. */
  readonly walkable: number | undefined;
}

/**
 * Pages of lists that no index returns in order: searches, deep pages, and filters that match few books. The first request reads only its
 * page. For a search these are the first matches and their number; for a deep page the entries that an index returns from the nearer end. A
 * repeated request, or one for other pages, reads the ids of the whole list outside the event loop. These lists are cached. They are
 * updated by reading only the books that changed since. So a list is exact after every write of any process.
 */
export function createListCache(database: Database) {
  const { kysely } = database;
  const reader = createListReader(database);
  const lists = new LRUCache<string, Cached>({
    maxSize: MAX_BYTES,
    // A list larger than the whole cache is read for each request.
    sizeCalculation: ({ ids }) => 1 + ids.bytes,
  });
  const summaries = new LRUCache<string, ListSummary>({ max: MAX_SUMMARIES });
  /** Number of entries skipped to read pages of a list. */
  const passedBy = new LRUCache<string, number>({ max: MAX_SUMMARIES });
  const inWork = new Map<string, Promise<unknown>>();

  async function revisionOf(name: 'collections' | 'series'): Promise<number> {
    return counterRow(await readListRevision(kysely, { name }), 'record_lists').revision;
  }

  async function currentRevision(): Promise<number> {
    return counterRow(await readRevision(kysely, {}), 'catalogue').revision;
  }

  /** Returns those of the books on which the person of the filter has its role, apart from the first author. */
  async function contributedBooks(
    { contributor_id, contributor_role }: BookFilter,
    ids: readonly number[],
  ): Promise<Set<number>> {
    if (contributor_id === undefined) return new Set();
    const rows = (await rolesInBooks(kysely, ids)).filter(
      (row) =>
        row.contributor_id === contributor_id &&
        (contributor_role === undefined || row.role === contributor_role),
    );
    return new Set(rows.map(({ book_id }) => book_id));
  }

  /** Returns false when the list is too far behind, or when a change affects more books than are recorded. */
  async function refresh(
    list: Cached,
    {
      filter,
      order,
      revision,
    }: { readonly filter: BookFilter; readonly order: BookOrder | undefined; readonly revision: number },
  ): Promise<boolean> {
    if (list.revision >= revision) return true;
    if (revision - list.revision > MAX_STEPS) return false;
    const changes = await changesBetween(kysely, { after: list.revision, upTo: revision });
    const changedIds = new Set<number>();
    for (const { book_id } of changes) {
      if (book_id === null) return false;
      changedIds.add(book_id);
    }
    if (changes.length < revision - list.revision) return false;
    const fittingKeys: { id: number; key: number }[] = [];
    for await (const ids of batchesInChunks([...changedIds])) {
      const texts = new Map(
        (filter.everything ? await textsOf(kysely, ids) : []).map(({ book_id, words }) => [book_id, words]),
      );
      const members = new Set(
        (filter.in_collection === undefined ? [] : await booksInCollections(kysely, ids)).map(
          ({ book_id }) => book_id,
        ),
      );
      const { series_id } = filter;
      const inSeries = new Set(
        (series_id === undefined ? [] : await booksInSeries(kysely, ids)).flatMap((row) =>
          row.series_id === series_id ? row.book_id : [],
        ),
      );
      const idsWithContributor = await contributedBooks(filter, ids);
      for (const book of await changedBooks(kysely, ids)) {
        const rank = rankOfBook(filter, {
          ...book,
          text_words: texts.get(book.id),
          isInCollection: members.has(book.id),
          isInSeries: inSeries.has(book.id),
          hasContributor: idsWithContributor.has(book.id),
        });
        if (rank === undefined) continue;
        fittingKeys.push({ id: book.id, key: order ? sortKeyOf(order, book) : rankOf(rank) });
      }
    }
    list.ids.replace(changedIds, fittingKeys);
    list.revision = revision;
    return true;
  }

  function store(key: string, list: Cached): void {
    summaries.delete(key);
    passedBy.delete(key);
    // A list in the cache is stored again, because it may have grown.
    lists.delete(key);
    lists.set(key, list);
  }

  /** Returns the current version of a cached list; undefined when there is none. */
  async function currentList(
    key: string,
    filter: BookFilter,
    order: BookOrder | undefined,
  ): Promise<Cached | undefined> {
    const list = lists.get(key);
    if (!list) return undefined;
    if (await refresh(list, { filter, order, revision: await currentRevision() })) {
      store(key, list);
      return list;
    }
    lists.delete(key);
    return undefined;
  }

  async function whole(key: string, filter: BookFilter, order: BookOrder | undefined): Promise<Cached> {
    const { revision, ids, keys } = await reader.whole(filter, order);
    // An empty list has no keys.
    const list = {
      revision,
      ids: order ? new SortedIds(ids, keys ?? new Uint32Array()) : toOrderedIds(ids, keys),
    };
    store(key, list);
    return list;
  }

  /** Returns the first matches of a search and their number; undefined when they were read before and have changed since. */
  async function countMatches(key: string, filter: BookFilter): Promise<ListSummary | undefined> {
    const earlier = summaries.get(key);
    if (earlier) return earlier.revision === (await currentRevision()) ? earlier : undefined;
    const { revision, ids, keys, total } = await reader.newest(filter, FIRST_HITS);
    const summary = { revision, total, newest: new SortedIds(ids, keys) };
    if (total > ids.length) summaries.set(key, summary);
    else store(key, { revision, ids: summary.newest });
    return summary;
  }

  /** Returns a part of a list by its index; undefined when reading the whole list once is cheaper. */
  async function reach(
    key: string,
    filter: BookFilter,
    requestedEntries: RequestedPage,
  ): Promise<Page | undefined> {
    const { offset, limit, order, walkable = 0 } = requestedEntries;
    const isNearEnd = offset > walkable / 2;
    const skippedKeys = (passedBy.get(key) ?? 0) + (isNearEnd ? walkable - offset : offset);
    const isCacheable = walkable * (order ? 2 : 1) * Uint32Array.BYTES_PER_ELEMENT < MAX_BYTES;
    if (isCacheable && skippedKeys > walkable * PASSED_AN_ENTRY) return undefined;
    passedBy.set(key, skippedKeys);
    const range: ListRange = { offset, limit, sort: order?.direction, isNearEnd };
    const { ids, total } = await reader.range(filter, range);
    return { ids: [...ids], total };
  }

  async function find(key: string, filter: BookFilter, requestedEntries: RequestedPage): Promise<Page> {
    const { offset, limit, order } = requestedEntries;
    let list = await currentList(key, filter, order);
    if (!list && requestedEntries.walkable !== undefined) {
      const page = await reach(key, filter, requestedEntries);
      if (page) return page;
    }
    const isFirst = order === undefined && isOnlySearch(filter) && offset + limit <= FIRST_HITS;
    if (!list && isFirst && !(await reader.isReadWhole(filter))) {
      const summary = await countMatches(key, filter);
      if (summary) return { ids: summary.newest.slice(offset, limit, 'desc'), total: summary.total };
    }
    list ??= await whole(key, filter, order);
    return { ids: list.ids.slice(offset, limit, order?.direction ?? 'desc'), total: list.ids.length };
  }

  return async function page(filter: BookFilter, requestedEntries: RequestedPage): Promise<Page> {
    const key = JSON.stringify([
      filter,
      cacheKeyOf(requestedEntries.order),
      // A change of a collection or series changes no book, so these lists are read again.
      filter.in_collection === undefined ? 0 : await revisionOf('collections'),
      filter.series_id === undefined ? 0 : await revisionOf('series'),
    ]);
    // Reads that started earlier may not include the caller's last write, so this one waits for them instead of sharing their result.
    for (let currentRead = inWork.get(key); currentRead; currentRead = inWork.get(key)) {
      await currentRead.catch(() => undefined);
    }
    const work = find(key, filter, requestedEntries);
    inWork.set(key, work);
    try {
      return await work;
    } finally {
      inWork.delete(key);
    }
  };
}
