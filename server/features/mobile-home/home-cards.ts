import type { Kysely } from 'kysely';
import type { BlockTarget } from '#contract/mobile-configs/block-types';
import { limits } from '#contract/core/limits';
import type { HomeBook, HomeCard } from '#contract/mobile-home/mobile-home';
import { entryTypes } from '#contract/core/responses';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import { mediaUrl } from '#server/core/media/media-url';
import { sampleUrls } from '#server/features/books/book-sample';
import { bookCodeOf } from '#server/core/resource/book-code';
import {
  type BookSelection,
  type HomeList,
  type RecordSelection,
  bookLists,
  idsWithBooks,
  textLists,
} from './home-lists.ts';

type Db = Kysely<Schema>;

const imageColumns = ['id', 'image_key', 'thumbnail_key'] as const;

const imageOf = (row: { image_key: string | null; thumbnail_key: string | null }) => ({
  image: mediaUrl(row.image_key),
  thumbnail_url: mediaUrl(row.thumbnail_key),
});

const booksOf = (list: HomeList<HomeBook> | undefined) => ({
  author: list?.author ?? null,
  duration: list?.duration ?? 0,
  book_count: list?.count ?? 0,
  books: list?.entries ?? [],
});

/** Returns a builder of the cards of collections or series, which have the same fields. */
const listCards =
  (table: 'collections' | 'series', kind: 'collection' | 'series') =>
  async (db: Db, { ids, ...selection }: RecordSelection): Promise<HomeCard[]> => {
    const columns = [...imageColumns, 'title', 'description'] as const;
    const rows = await db.selectFrom(table).select(columns).where('id', 'in', ids).execute();
    const lists = await bookLists(db, table, { ids, ...selection });
    return rows.map((row) => ({
      kind,
      id: row.id,
      title: row.title,
      ...imageOf(row),
      description: row.description,
      ...booksOf(lists.get(row.id)),
    }));
  };

async function challengeCards(db: Db, { ids, ...selection }: RecordSelection): Promise<HomeCard[]> {
  const columns = [...imageColumns, 'title', 'description', 'day_count'] as const;
  const rows = await db.selectFrom('challenges').select(columns).where('id', 'in', ids).execute();
  const lists = await bookLists(db, 'challenges', { ids, ...selection });
  return rows.map((row) => ({
    kind: 'challenge',
    id: row.id,
    title: row.title,
    ...imageOf(row),
    description: row.description,
    day_count: row.day_count,
    ...booksOf(lists.get(row.id)),
  }));
}

async function storyBookCards(db: Db, { ids, ...selection }: RecordSelection): Promise<HomeCard[]> {
  const columns = ['id', 'title', 'description'] as const;
  const rows = await db.selectFrom('story_books').select(columns).where('id', 'in', ids).execute();
  const lists = await textLists(db, { ids, ...selection });
  return rows.map((row) => {
    const list = lists.get(row.id);
    return {
      kind: 'story_book',
      id: row.id,
      title: row.title,
      ...(list?.image ?? { image: null, thumbnail_url: null }),
      description: row.description,
      author: list?.author ?? null,
      duration: list?.duration ?? 0,
      item_count: list?.count ?? 0,
      items: list?.entries ?? [],
    };
  });
}

async function categoryCards(db: Db, { ids }: RecordSelection): Promise<HomeCard[]> {
  const columns = [...imageColumns, 'name', 'code'] as const;
  const rows = await db.selectFrom('categories').select(columns).where('id', 'in', ids).execute();
  const subs = await db
    .selectFrom('sub_categories')
    .select(['category_id', 'code', 'name'])
    .where('category_id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const byCategory = Map.groupBy(subs, ({ category_id }) => category_id);
  return rows.map((row) => ({
    kind: 'category',
    id: row.id,
    title: row.name,
    ...imageOf(row),
    code: row.code,
    type: entryTypes.category,
    sub_categories: (byCategory.get(row.id) ?? []).map(({ code, name }) => ({
      code,
      name,
      type: entryTypes.subCategory,
    })),
  }));
}

async function bookCards(db: Db, { ids }: RecordSelection): Promise<HomeCard[]> {
  const rows = await db
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .select([
      'books.id',
      'books.name',
      'books.image_key',
      'books.thumbnail_key',
      'books.audio_key',
      'books.sample',
    ])
    .select(['books.duration', 'books.reading_time', 'books.language', 'authors.name as author'])
    .where('books.id', 'in', ids)
    .execute();
  const samples = await sampleUrls(db, rows);
  return rows.map((row) => ({
    kind: 'book',
    id: row.id,
    title: row.name,
    ...imageOf(row),
    code: bookCodeOf(row.id),
    author: { name: row.author },
    duration: row.duration,
    reading_time: row.reading_time,
    language: row.language,
    audio_url: mediaUrl(row.audio_key),
    ...(samples.has(row.id) && { sample_url: samples.get(row.id) }),
  }));
}

/** Builders of the cards for each record type. */
const kinds: Readonly<
  Record<
    BlockTarget,
    {
      /** Selects the records that an app may read. */
      readonly shown: (db: Db, ids: readonly number[]) => Promise<{ id: number }[]>;
      readonly cards: (db: Db, records: RecordSelection) => Promise<HomeCard[]>;
    }
  >
> = {
  collections: {
    shown: (db, ids) => db.selectFrom('collections').select('id').where('id', 'in', ids).execute(),
    cards: listCards('collections', 'collection'),
  },
  series: {
    shown: (db, ids) => db.selectFrom('series').select('id').where('id', 'in', ids).execute(),
    cards: listCards('series', 'series'),
  },
  challenges: {
    shown: (db, ids) =>
      db.selectFrom('challenges').select('id').where('id', 'in', ids).where('is_active', '=', 1).execute(),
    cards: challengeCards,
  },
  'story-books': {
    shown: (db, ids) => db.selectFrom('story_books').select('id').where('id', 'in', ids).execute(),
    cards: storyBookCards,
  },
  categories: {
    shown: (db, ids) => db.selectFrom('categories').select('id').where('id', 'in', ids).execute(),
    cards: categoryCards,
  },
  books: {
    shown: (db, ids) => db.selectFrom('books').select('id').where('id', 'in', ids).execute(),
    cards: bookCards,
  },
};

/** A list of cards requested by a block. */
interface CardRequest {
  readonly kind: BlockTarget;
  readonly ids: readonly number[];
}

/** Returns the IDs of the records that apps show, without those whose books are not selected. */
async function visibleIdsOf(
  db: Db,
  kind: BlockTarget,
  { ids, ...selection }: RecordSelection,
): Promise<Set<number>> {
  const visibleIds: number[] = [];
  for (const batch of batches([...new Set(ids)]))
    for (const { id } of await kinds[kind].shown(db, batch)) visibleIds.push(id);
  return recordsWithBooks(db, kind, { ids: visibleIds, ...selection });
}

/**
 * Returns the IDs of these records that have selected books; all categories. For a country without a language, records without any books
 * are included, as they are without a country.
 */
export async function recordsWithBooks(
  db: Db,
  kind: BlockTarget,
  { ids, language, market }: RecordSelection,
): Promise<Set<number>> {
  if (kind === 'categories' || (language === undefined && market === undefined)) return new Set(ids);
  const idsAmong = async (selection: BookSelection) => {
    const idsInList = new Set<number>();
    for (const batch of batches([...new Set(ids)]))
      for (const { id } of await idsWithBooks(db, kind, { ids: batch, ...selection })) idsInList.add(id);
    return idsInList;
  };
  const selectedIds = await idsAmong({ language, market });
  if (language !== undefined) return selectedIds;
  const idsWithAny = await idsAmong({ language, market: undefined });
  return new Set(ids.filter((id) => selectedIds.has(id) || !idsWithAny.has(id)));
}

/**
 * Returns the first cards and their total number for each request, with one query per type and table.
 * @param selection only these books, and no cards without them
 */
export async function loadCards(
  db: Db,
  requests: readonly CardRequest[],
  selection: BookSelection,
): Promise<{ cards: HomeCard[]; count: number }[]> {
  const cardsByType = new Map<BlockTarget, { shown: Set<number>; cards: Map<number, HomeCard> }>();
  for (const [kind, ofKind] of Map.groupBy(requests, (request) => request.kind)) {
    const visibleIds = await visibleIdsOf(db, kind, { ids: ofKind.flatMap(({ ids }) => ids), ...selection });
    const first = ofKind.flatMap(({ ids }) =>
      ids.filter((id) => visibleIds.has(id)).slice(0, limits.maxHomeCards),
    );
    const cards = new Map<number, HomeCard>();
    for (const ids of batches([...new Set(first)])) {
      for (const card of await kinds[kind].cards(db, { ids, ...selection })) cards.set(card.id, card);
    }
    cardsByType.set(kind, { shown: visibleIds, cards });
  }
  return requests.map(({ kind, ids }) => {
    const { shown, cards } = cardsByType.get(kind) ?? {};
    const own = ids.filter((id) => shown?.has(id));
    return { cards: own.flatMap((id) => cards?.get(id) ?? []), count: own.length };
  });
}
