import type { Kysely } from 'kysely';
import { entryTypes } from '#contract/answers';
import { type BlockItem, type BlockType, blockTypes } from '#contract/resources/mobile-configs';
import { batches } from '#server/db/batches';
import type { Schema } from '#server/db/schema';
import { mediaUrl } from '#server/media/media-types';

export type ReferencedTable = 'collections' | 'story_books' | 'challenges' | 'categories';

/** What a type of block refers to: the table, and what sentences call one of its records. */
export const targets: Readonly<
  Record<BlockType, { readonly table: ReferencedTable; readonly noun: string }>
> = {
  [blockTypes.ONE_COLLECTION]: { table: 'collections', noun: 'collection' },
  [blockTypes.LIST_COLLECTION]: { table: 'collections', noun: 'collection' },
  [blockTypes.STORY_BOOK]: { table: 'story_books', noun: 'story book' },
  [blockTypes.CHALLENGES]: { table: 'challenges', noun: 'challenge' },
  [blockTypes.CATEGORIES]: { table: 'categories', noun: 'category' },
};

/** A block as it is stored: it refers to records by ids, some of which may be gone. */
export interface StoredBlock {
  readonly title: string;
  readonly type: BlockType;
  readonly ids: readonly number[];
}

type Row = BlockItem & { image_key?: string | null };

const queries = {
  collections: (db: Kysely<Schema>) =>
    db.selectFrom('collections').select(['id', 'title', 'description', 'image_key']),
  story_books: (db: Kysely<Schema>) => db.selectFrom('story_books').select(['id', 'title', 'description']),
  challenges: (db: Kysely<Schema>) =>
    db.selectFrom('challenges').select(['id', 'title', 'description', 'day_count', 'image_key']),
  categories: (db: Kysely<Schema>) => db.selectFrom('categories').select(['id', 'name', 'code', 'image_key']),
};

export type BlockItems = ReadonlyMap<ReferencedTable, ReadonlyMap<number, BlockItem>>;

/** What the screens show of the records that blocks refer to, with one query a table; what is gone has no entry. */
export async function itemsOf(db: Kysely<Schema>, blocks: readonly StoredBlock[]): Promise<BlockItems> {
  const found = new Map<ReferencedTable, Map<number, BlockItem>>();
  for (const [table, ofTable] of Map.groupBy(blocks, ({ type }) => targets[type].table)) {
    const ids = [...new Set(ofTable.flatMap((block) => block.ids))];
    // The tables differ in the columns they give; the type of one stands for all.
    const query = queries[table](db) as ReturnType<(typeof queries)['story_books']>;
    const items = new Map<number, BlockItem>();
    for (const batch of batches(ids)) {
      const rows: Row[] = await query.where('id', 'in', batch).execute();
      for (const { image_key, ...item } of rows)
        items.set(item.id, {
          ...item,
          ...(image_key !== undefined && { image: mediaUrl(image_key) }),
          ...(table === 'categories' && { type: entryTypes.category }),
        });
    }
    found.set(table, items);
  }
  return found;
}
