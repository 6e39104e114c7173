import type { BookCheck, HealthCheck } from '#contract/catalogue-health/health-checks';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { addDays, toDay } from '#contract/analytics/periods';
import { type BlockTarget, type BlockType, blockTypes } from '#contract/mobile-configs/block-types';
import { recordTypes } from '#contract/core/record-types';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import type { RecordTable } from '#server/core/db/tables/tables';
import { bookTables } from '#server/core/resource/block-items';
import { duplicatePositions, missingPositions } from './series-positions.ts';

/** Issues of single books are stored, unless they depend on the day. Those of these checks are read, and cached until the next write. */
export type RecordCheck = Exclude<HealthCheck, BookCheck>;

/** The issues of a check: ids, some with a text. */
export type IssuesById = ReadonlyMap<number, string>;

const plain =
  (query: RawBuilder<{ id: number }>) =>
  async (db: Kysely<Schema>): Promise<IssuesById> => {
    const { rows } = await query.execute(db);
    return new Map(rows.map(({ id }) => [id, '']));
  };

const describe =
  (query: RawBuilder<{ id: number; detail: string }>) =>
  async (db: Kysely<Schema>): Promise<IssuesById> => {
    const { rows } = await query.execute(db);
    return new Map(rows.map(({ id, detail }) => [id, detail]));
  };

interface Block {
  readonly config: number;
  readonly isMain: boolean;
  readonly title: string;
  readonly shows: BlockTarget;
  readonly ids: readonly number[];
}

async function blocksOf(db: Kysely<Schema>): Promise<Block[]> {
  const rows = await db
    .selectFrom('config_blocks')
    .innerJoin('mobile_configs', 'mobile_configs.id', 'config_blocks.mobile_config_id')
    .select([
      'mobile_configs.id as config',
      'is_main_service',
      'config_blocks.title',
      'config_blocks.type',
      'config_blocks.record_ids',
    ])
    .orderBy('mobile_configs.id')
    .orderBy('config_blocks.position')
    .execute();
  return rows.map(({ config, is_main_service, title, type, record_ids }) => ({
    config,
    isMain: is_main_service === 1,
    title,
    shows: blockTypes[type as BlockType].shows,
    ids: JSON.parse(record_ids) as number[],
  }));
}

/** Returns those records referenced by blocks for which a query returns rows, by type. */
async function among(
  db: Kysely<Schema>,
  blocks: readonly Block[],
  queryOf: (shows: BlockTarget, ids: readonly number[]) => RawBuilder<{ id: number }> | undefined,
): Promise<ReadonlyMap<BlockTarget, ReadonlySet<number>>> {
  const existingIds = new Map<BlockTarget, Set<number>>();
  for (const [shows, own] of Map.groupBy(blocks, (block) => block.shows)) {
    const ids = new Set<number>();
    for (const batch of batches([...new Set(own.flatMap((block) => block.ids))])) {
      const query = queryOf(shows, batch);
      for (const { id } of (await query?.execute(db))?.rows ?? []) ids.add(id);
    }
    existingIds.set(shows, ids);
  }
  return existingIds;
}

const quoteTitles = (titles: readonly string[]): string => titles.map((title) => `“${title}”`).join(', ');

/** Returns the configs of some blocks, with the titles of these. */
function byConfig(blocks: readonly Block[]): IssuesById {
  const own = Map.groupBy(blocks, ({ config }) => config);
  return new Map([...own].map(([config, some]) => [config, quoteTitles(some.map(({ title }) => title))]));
}

const present = (shows: BlockTarget, ids: readonly number[]) =>
  sql<{ id: number }>`select id from ${sql.table(recordTypes[shows].table)} where id in (${sql.join(ids)})`;

/** Selects records whose books are all in the backup service. */
const backupOnly = (shows: BlockTarget, ids: readonly number[]) => {
  if (shows === 'categories') return undefined;
  if (shows === 'books')
    return sql<{ id: number }>`select id from books where is_backup = 1 and id in (${sql.join(ids)})`;
  const { table, owner } = bookTables[shows];
  return sql<{ id: number }>`select ${sql.ref(owner)} as id from ${sql.table(table)}
    join books on books.id = ${sql.ref(`${table}.book_id`)} where ${sql.ref(owner)} in (${sql.join(ids)})
    group by ${sql.ref(owner)} having min(books.is_backup) = 1`;
};

const inactive = (shows: BlockTarget, ids: readonly number[]) =>
  shows === 'challenges'
    ? sql<{ id: number }>`select id from challenges where is_active = 0 and id in (${sql.join(ids)})`
    : undefined;

/** Returns the configs of blocks that reference a record which such a query returns, and of blocks of books with only such books. */
const namingOneOf =
  (
    queryOf: (shows: BlockTarget, ids: readonly number[]) => RawBuilder<{ id: number }> | undefined,
    onlyMain = false,
  ) =>
  async (db: Kysely<Schema>): Promise<IssuesById> => {
    const blocks = (await blocksOf(db)).filter(({ isMain }) => isMain || !onlyMain);
    const recordsByBlock = await among(db, blocks, queryOf);
    return byConfig(
      blocks.filter(({ shows, ids }) => {
        const isNamed = (id: number) => recordsByBlock.get(shows)?.has(id) === true;
        // A block of books still has content when one of them matches.
        return shows === 'books' ? ids.length > 0 && ids.every(isNamed) : ids.some(isNamed);
      }),
    );
  };

const without = (table: RecordTable, column: string) =>
  plain(sql`select id from ${sql.table(table)} where ${sql.ref(column)} is null`);

const withoutEntries = (table: RecordTable, entryTable: string, owner: string) =>
  plain(sql`select id from ${sql.table(table)} where not exists (
    select 1 from ${sql.table(entryTable)} where ${sql.ref(`${entryTable}.${owner}`)} = ${sql.ref(`${table}.id`)})`);

const withoutBooks = (table: 'categories' | 'sub_categories', column: string) =>
  plain(sql`select id from ${sql.table(table)} where not exists (
    select 1 from book_counts where ${sql.ref(`book_counts.${column}`)} = ${sql.ref(`${table}.id`)} and books > 0)`);

/** Applies a check to the positions of each ordered series. */
const describePositions =
  (detailOf: (positions: readonly string[]) => string) =>
  async (db: Kysely<Schema>): Promise<IssuesById> => {
    const rows = await db
      .selectFrom('series_books')
      .innerJoin('series', 'series.id', 'series_books.series_id')
      .select(['series_id', 'volume'])
      .where('is_ordered', '=', 1)
      .where('volume', '!=', '')
      .orderBy('series_id')
      .orderBy('position')
      .execute();
    const bySeries = Map.groupBy(rows, ({ series_id }) => series_id);
    const details = [...bySeries].map(
      ([id, books]) => [id, detailOf(books.map(({ volume }) => volume))] as const,
    );
    return new Map(details.filter(([, detail]) => detail !== ''));
  };

/** The number of days before the end of a right on which it is an issue. */
const ENDING_DAYS = 30;

/** Returns books with a right that ends soon, unless another one continues it. */
async function rightsEnding(db: Kysely<Schema>): Promise<IssuesById> {
  const today = toDay(new Date());
  const last = addDays(today, ENDING_DAYS);
  return describe(sql`
    select book_id as id, 'Ends on ' || min(ends_on) as detail from book_rights
    where ends_on between ${today} and ${last} and not exists (
      select 1 from book_rights as next
      where next.book_id = book_rights.book_id and next.ends_on > book_rights.ends_on
        and next.territories = book_rights.territories and next.excluded = book_rights.excluded
        and next.service in ('', book_rights.service) and next.starts_on <= ${addDays(last, 1)}
    ) group by book_id`)(db);
}

/** Returns books whose rights have all ended. */
async function rightsEnded(db: Kysely<Schema>): Promise<IssuesById> {
  const today = toDay(new Date());
  return describe(sql`
    select book_id as id, 'Ended on ' || max(ends_on) as detail from book_rights
    where ends_on < ${today} and not exists (
      select 1 from book_rights as other where other.book_id = book_rights.book_id and other.ends_on >= ${today}
    ) group by book_id`)(db);
}

export const recordChecks: Readonly<Record<RecordCheck, (db: Kysely<Schema>) => Promise<IssuesById>>> = {
  author_duplicate_spelling: describe(sql`
    with twice as (select likeness from authors where book_count > 0 group by likeness having count(*) > 1)
    select authors.id as id, (
      select string_agg(other.name, ', ') from authors as other
      where other.likeness = authors.likeness and other.id <> authors.id and other.book_count > 0
    ) as detail
    from authors join twice on twice.likeness = authors.likeness where authors.book_count > 0`),
  book_rights_ending: rightsEnding,
  book_rights_ended: rightsEnded,
  category_without_books: withoutBooks('categories', 'category_id'),
  category_without_image: without('categories', 'image_key'),
  sub_category_without_books: withoutBooks('sub_categories', 'sub_category_id'),
  collection_without_books: withoutEntries('collections', 'collection_books', 'collection_id'),
  collection_without_image: without('collections', 'image_key'),
  collection_without_description: plain(sql`select id from collections where description = ''`),
  series_gap: describePositions(missingPositions),
  series_duplicate: describePositions(duplicatePositions),
  story_book_without_items: withoutEntries('story_books', 'story_items', 'story_book_id'),
  story_item_leads_nowhere: describe(sql`
    select story_items.story_book_id as id, string_agg(
      story_items.book_code || ' / ' || story_items.chapter_code || ' / ' || story_items.text_item_code, ', ') as detail
    from story_items
    left join chapters on chapters.book_id = story_items.book_id and chapters.code = story_items.chapter_code
    left join text_items on text_items.chapter_id = chapters.id and text_items.code = story_items.text_item_code
    where text_items.id is null group by story_items.story_book_id`),
  challenge_days_differ: describe(sql`
    select challenges.id, cast(day_count as text) || ' days, ' || cast(count(challenge_items.book_id) as text) || ' books'
      as detail
    from challenges left join challenge_items on challenge_items.challenge_id = challenges.id
    group by challenges.id, day_count having day_count <> count(challenge_items.book_id)`),
  challenge_without_image: without('challenges', 'image_key'),
  async home_block_empty(db) {
    const blocks = await blocksOf(db);
    const there = await among(db, blocks, present);
    return byConfig(blocks.filter(({ shows, ids }) => !ids.some((id) => there.get(shows)?.has(id))));
  },
  async home_block_shortened(db) {
    const blocks = await blocksOf(db);
    const there = await among(db, blocks, present);
    return byConfig(
      blocks.filter(({ shows, ids }) => {
        const left = ids.filter((id) => there.get(shows)?.has(id)).length;
        return left > 0 && left < ids.length;
      }),
    );
  },
  home_names_backup_only: namingOneOf(backupOnly, true),
  home_challenge_inactive: namingOneOf(inactive),
};
