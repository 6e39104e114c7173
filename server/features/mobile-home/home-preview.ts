import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type BlockTarget, blockTypes } from '#contract/mobile-configs/block-types';
import {
  type HomeIssue,
  type HomePreview,
  type homePreviewRequest,
  maxIssueBooks,
} from '#contract/mobile-home/home-preview';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import {
  type StoredBlock,
  bookTables,
  findItems,
  itemsIn,
  recordsOfBlock,
} from '#server/core/resource/block-items';
import { buildBlocks } from './mobile-home.ts';

interface BookOfRecord {
  readonly owner_id: number;
  readonly book_id: number;
}

/** Selects the Backup Service books of records. A book is its own. */
function backupBooksIn(
  resource: Exclude<BlockTarget, 'categories'>,
  ids: readonly number[],
): RawBuilder<BookOfRecord> {
  if (resource === 'books')
    return sql`select id as owner_id, id as book_id from books where is_backup = 1 and id in (${sql.join(ids)})`;
  const { table, owner } = bookTables[resource];
  return sql`
    select distinct ${sql.ref(owner)} as owner_id, books.id as book_id
    from ${sql.table(table)} join books on books.id = ${sql.ref(`${table}.book_id`)}
    where books.is_backup = 1 and ${sql.ref(owner)} in (${sql.join(ids)})
    order by ${sql.ref(owner)}, books.id`;
}

/** Returns the Backup Service books of the blocks, by resource and record. */
async function backupBooksOf(
  db: Kysely<Schema>,
  blocks: readonly StoredBlock[],
): Promise<Map<string, number[]>> {
  const books = new Map<string, number[]>();
  for (const [resource, own] of Map.groupBy(blocks, ({ type }) => blockTypes[type].shows)) {
    if (resource === 'categories') continue;
    for (const ids of batches([...new Set(own.flatMap((block) => block.ids))])) {
      const { rows } = await backupBooksIn(resource, ids).execute(db);
      for (const [id, ofRecord] of Map.groupBy(rows, ({ owner_id }) => owner_id))
        books.set(
          keyOf(resource, id),
          ofRecord.map(({ book_id }) => book_id),
        );
    }
  }
  return books;
}

const keyOf = (resource: BlockTarget, id: number) => `${resource} ${id}`;

async function inactiveChallengesOf(
  db: Kysely<Schema>,
  blocks: readonly StoredBlock[],
): Promise<Set<number>> {
  const inactive = new Set<number>();
  const challenges = blocks.filter(({ type }) => blockTypes[type].shows === 'challenges');
  for (const ids of batches([...new Set(challenges.flatMap((block) => block.ids))])) {
    const rows = await db
      .selectFrom('challenges')
      .select('id')
      .where('is_active', '=', 0)
      .where('id', 'in', ids)
      .execute();
    for (const { id } of rows) inactive.add(id);
  }
  return inactive;
}

/**
 * Returns the blocks of an editor in the form of an app, and a list of content that apps would not show. Nothing is written. Missing
 * records are skipped.
 */
export async function previewHome(
  db: Kysely<Schema>,
  { is_main_service, config }: z.output<typeof homePreviewRequest>,
): Promise<HomePreview> {
  const stored = config.map(({ title = '', type, data }) => ({
    title,
    type,
    ids: recordsOfBlock(type, data),
  }));
  const blocks = await buildBlocks(db, stored);
  const records = await findItems(db, stored);
  const backupBooks = is_main_service ? await backupBooksOf(db, stored) : new Map<string, number[]>();
  const inactive = await inactiveChallengesOf(db, stored);
  const issues = stored.flatMap((block, index): HomeIssue[] => {
    const position = index + 1;
    const resource = blockTypes[block.type].shows;
    const ofRecords = itemsIn(records, block).flatMap(({ id, title, name }): HomeIssue[] => {
      const record = { resource, id, title: title ?? name ?? '' };
      if (resource === 'challenges' && inactive.has(id))
        return [{ kind: 'challenge_inactive', block: position, record, book_count: 0, book_ids: [] }];
      const books = backupBooks.get(keyOf(resource, id)) ?? [];
      if (books.length === 0) return [];
      return [
        {
          kind: 'books_of_backup_service',
          block: position,
          record,
          book_count: books.length,
          book_ids: books.slice(0, maxIssueBooks),
        },
      ];
    });
    if (blocks[index]?.card_count !== 0) return ofRecords;
    return [
      { kind: 'block_empty', block: position, record: null, book_count: 0, book_ids: [] },
      ...ofRecords,
    ];
  });
  return { blocks, issues };
}
