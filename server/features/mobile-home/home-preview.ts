import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type BlockTarget, blockTypes } from '#contract/mobile-configs/block-types';
import {
  type HomeIssue,
  type HomePreview,
  type homePreviewRequest,
  maxIssueBooks,
} from '#contract/mobile-home/home-preview';
import { toDay } from '#contract/analytics/periods';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import {
  type StoredBlock,
  bookTables,
  findItems,
  itemsIn,
  toStoredBlocks,
} from '#server/core/resource/block-items';
import { shownInCountry } from '#server/core/resource/shown-in-country';
import { recordsWithBooks } from './home-cards.ts';
import { type RecordSelection, amongBooks } from './home-lists.ts';
import { buildBlocks } from './mobile-home.ts';

interface BookOfRecord {
  readonly owner_id: number;
  readonly book_id: number;
}

/** Selects the selected books of records that match a condition. A book is its own. */
function booksIn(
  resource: Exclude<BlockTarget, 'categories'>,
  { ids, ...selection }: RecordSelection,
  condition: RawBuilder<unknown>,
): RawBuilder<BookOfRecord> {
  const selected = amongBooks(selection);
  if (resource === 'books')
    return sql`
      select id as owner_id, id as book_id from books
      where ${condition} and id in (${sql.join(ids)}) ${selected}`;
  const { table, owner } = bookTables[resource];
  return sql`
    select distinct ${sql.ref(owner)} as owner_id, books.id as book_id
    from ${sql.table(table)} join books on books.id = ${sql.ref(`${table}.book_id`)}
    where ${condition} and ${sql.ref(owner)} in (${sql.join(ids)}) ${selected}
    order by ${sql.ref(owner)}, books.id`;
}

/** Returns the books of the blocks that match a condition, in a language if there is one, by resource and record. */
async function booksOf(
  db: Kysely<Schema>,
  blocks: readonly StoredBlock[],
  { language, condition }: { readonly language: number | undefined; readonly condition: RawBuilder<unknown> },
): Promise<Map<string, number[]>> {
  const books = new Map<string, number[]>();
  for (const [resource, own] of Map.groupBy(blocks, ({ type }) => blockTypes[type].shows)) {
    if (resource === 'categories') continue;
    for (const ids of batches([...new Set(own.flatMap((block) => block.ids))])) {
      const { rows } = await booksIn(resource, { ids, language, market: undefined }, condition).execute(db);
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

/** Returns the keys of the records of the blocks that have books in the language. */
async function keysInLanguage(
  db: Kysely<Schema>,
  blocks: readonly StoredBlock[],
  language: number | undefined,
): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const [resource, own] of Map.groupBy(blocks, ({ type }) => blockTypes[type].shows)) {
    const ids = own.flatMap((block) => block.ids);
    for (const id of await recordsWithBooks(db, resource, { ids, language, market: undefined }))
      keys.add(keyOf(resource, id));
  }
  return keys;
}

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
  { is_main_service, language, country, config }: z.output<typeof homePreviewRequest>,
): Promise<HomePreview> {
  const storedBlocks = toStoredBlocks(config);
  const service = is_main_service ? 'main' : 'backup';
  const market = country === undefined ? undefined : ({ country, service, day: toDay(new Date()) } as const);
  const blocks = await buildBlocks(db, storedBlocks, { language, market });
  const records = await findItems(db, storedBlocks);
  const backupBooks = is_main_service
    ? await booksOf(db, storedBlocks, { language, condition: sql`books.is_backup = 1` })
    : new Map<string, number[]>();
  const booksNotInCountry = market
    ? await booksOf(db, storedBlocks, { language, condition: sql`not (${shownInCountry(market)})` })
    : new Map<string, number[]>();
  const inactive = await inactiveChallengesOf(db, storedBlocks);
  const languageKeys = await keysInLanguage(db, storedBlocks, language);
  const issues = storedBlocks.flatMap((block, index): HomeIssue[] => {
    const position = index + 1;
    const resource = blockTypes[block.type].shows;
    const ofRecords = itemsIn(records, block).flatMap(({ id, title, name }): HomeIssue[] => {
      const record = { resource, id, title: title ?? name ?? '' };
      const common = { block: position, record, book_count: 0, book_ids: [] };
      if (resource === 'challenges' && inactive.has(id)) return [{ ...common, kind: 'challenge_inactive' }];
      if (!languageKeys.has(keyOf(resource, id))) return [{ ...common, kind: 'no_books_in_language' }];
      return (
        [
          ['books_of_backup_service', backupBooks],
          ['books_not_in_country', booksNotInCountry],
        ] as const
      ).flatMap(([kind, byRecord]) => {
        const books = byRecord.get(keyOf(resource, id)) ?? [];
        return books.length === 0
          ? []
          : [{ ...common, kind, book_count: books.length, book_ids: books.slice(0, maxIssueBooks) }];
      });
    });
    if (blocks[index]?.card_count !== 0) return ofRecords;
    return [
      { kind: 'block_empty', block: position, record: null, book_count: 0, book_ids: [] },
      ...ofRecords,
    ];
  });
  return { blocks, issues };
}
