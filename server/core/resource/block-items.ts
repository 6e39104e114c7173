import type { Kysely } from 'kysely';
import { entryTypes } from '#contract/core/responses';
import {
  type BlockTarget,
  type BlockType,
  blockTypes,
  isSingleBlock,
} from '#contract/mobile-configs/block-types';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import { series } from '#contract/series/series';
import { storyBooks } from '#contract/story-books/story-books';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { mediaUrl } from '#server/core/media/media-url';
import { bookCodeOf } from './book-code.ts';

/** A stored block. It refers to records by IDs, some of which may be deleted. */
export interface StoredBlock {
  readonly title: string;
  readonly type: BlockType;
  readonly ids: readonly number[];
}

/** A block in a request. It is not stored yet. */
interface RequestedBlock {
  readonly title?: string | undefined;
  readonly type: BlockType;
  readonly data: readonly number[];
}

/** Returns the blocks of a request in their stored form. A single-item block uses the first record. */
export const toStoredBlocks = (blocks: readonly RequestedBlock[]): StoredBlock[] =>
  blocks.map(({ title = '', type, data }) => ({
    title,
    type,
    ids: isSingleBlock(type) ? data.slice(0, 1) : data,
  }));

/** The table and its owner column that list the books of a record, for each resource with books. */
export const bookTables = {
  collections: { table: 'collection_books', owner: 'collection_id' },
  challenges: { table: 'challenge_items', owner: 'challenge_id' },
  series: { table: 'series_books', owner: 'series_id' },
  'story-books': { table: 'story_items', owner: 'story_book_id' },
} as const satisfies Readonly<Partial<Record<BlockTarget, object>>>;

type Row = Omit<BlockItem, 'image'> & { image_key?: string | null };

interface Target {
  /** The noun of a record in messages. */
  readonly noun: string;
  readonly read: (db: Kysely<Schema>, ids: readonly number[]) => Promise<Row[]>;
}

const categoryRows = prepareForIds((db, ids) =>
  db.selectFrom('categories').select(['id', 'name', 'code', 'image_key']).where('id', 'in', ids),
);

const bookRows = prepareForIds((db, ids) =>
  db
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .select(['books.id', 'books.name', 'books.duration', 'books.image_key', 'authors.name as author'])
    .where('books.id', 'in', ids),
);

/** The fields of the referenced records for each type of block. */
const targets: Readonly<Record<BlockTarget, Target>> = {
  collections: {
    noun: collections.singular,
    read: prepareForIds((db, ids) =>
      db.selectFrom('collections').select(['id', 'title', 'description', 'image_key']).where('id', 'in', ids),
    ),
  },
  series: {
    noun: series.singular,
    read: prepareForIds((db, ids) =>
      db.selectFrom('series').select(['id', 'title', 'description', 'image_key']).where('id', 'in', ids),
    ),
  },
  'story-books': {
    noun: storyBooks.singular,
    read: prepareForIds((db, ids) =>
      db.selectFrom('story_books').select(['id', 'title', 'description']).where('id', 'in', ids),
    ),
  },
  challenges: {
    noun: challenges.singular,
    read: prepareForIds((db, ids) =>
      db
        .selectFrom('challenges')
        .select(['id', 'title', 'description', 'day_count', 'image_key'])
        .where('id', 'in', ids),
    ),
  },
  books: {
    noun: books.singular,
    read: async (db, ids) =>
      (await bookRows(db, ids)).map(({ author, ...row }) => ({
        ...row,
        code: bookCodeOf(row.id),
        author: { name: author },
      })),
  },
  categories: {
    noun: categories.singular,
    read: async (db, ids) =>
      (await categoryRows(db, ids)).map((row) => ({ ...row, type: entryTypes.category })),
  },
};

export const nounOf = (type: BlockType): string => targets[blockTypes[type].shows].noun;

type ItemsByTarget = ReadonlyMap<BlockTarget, ReadonlyMap<number, BlockItem>>;

/** Returns the records of a block without deleted ones. */
export const itemsIn = (
  foundItems: ItemsByTarget,
  { type, ids }: Pick<StoredBlock, 'type' | 'ids'>,
): BlockItem[] => ids.flatMap((id) => foundItems.get(blockTypes[type].shows)?.get(id) ?? []);

/** Returns the records that blocks refer to, with one query per resource. */
export async function findItems(db: Kysely<Schema>, blocks: readonly StoredBlock[]): Promise<ItemsByTarget> {
  const itemsByTarget = new Map<BlockTarget, Map<number, BlockItem>>();
  for (const [shows, own] of Map.groupBy(blocks, ({ type }) => blockTypes[type].shows)) {
    const rows = await targets[shows].read(db, [...new Set(own.flatMap(({ ids }) => ids))]);
    const items = rows.map(({ image_key, ...item }) => ({
      ...item,
      ...(image_key !== undefined && { image: mediaUrl(image_key) }),
    }));
    itemsByTarget.set(shows, new Map(items.map((item) => [item.id, item])));
  }
  return itemsByTarget;
}

export type FoundItems = Awaited<ReturnType<typeof findItems>>;
