import type { CreateTableBuilder, Kysely } from 'kysely';
import type { OpenedDialect } from '../dialects/dialect.ts';
import { recordTables, type Schema } from '../schema.ts';
import { withColumns } from './columns.ts';
import type { Migration } from './migrations.ts';

const versioned = { version: 'integer', created_at: 'text', updated_at: 'text' } as const;
const titled = { title: 'text', search_key: 'text', ...versioned } as const;
const pictured = { description: 'text', image_key: 'text?', thumbnail_key: 'text?' } as const;

/** Numbers and revisions of all records in one place, instead of columns for some. */
async function createRecordLists(trx: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  await withColumns(
    trx.schema.createTable('record_lists'),
    { name: 'text', revision: 'integer', total: 'integer' },
    dialect,
  )
    .addPrimaryKeyConstraint('record_lists_key', ['name'])
    .execute();
  for (const name of recordTables) {
    const isOld = name === 'categories' || name === 'sub_categories';
    const { total } = isOld
      ? await trx
          .selectFrom(name)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
      : { total: 0 };
    await trx.insertInto('record_lists').values({ name, revision: 0, total }).execute();
  }
  for (const column of ['category_revision', 'category_count', 'sub_category_count'])
    await trx.schema.alterTable('catalogue').dropColumn(column).execute();
}

async function createLists(trx: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  const create = (name: string) => trx.schema.createTable(name) as CreateTableBuilder<string, string>;
  const key = dialect.serialKey as never;
  await withColumns(
    create('collections').addColumn('id', key),
    { ...titled, ...pictured },
    dialect,
  ).execute();
  await withColumns(
    create('challenges').addColumn('id', key),
    { ...titled, ...pictured, day_count: 'integer', is_active: 'integer' },
    dialect,
  ).execute();
  await trx.schema.createIndex('challenges_by_days').on('challenges').columns(['day_count', 'id']).execute();

  // The books of a list, in order. What a book takes along when it goes, the database removes.
  for (const [list, owner, own] of [
    ['collection_books', 'collection', {}],
    ['challenge_items', 'challenge', { is_featured: 'integer?' }],
  ] as const) {
    await withColumns(
      create(list),
      { [`${owner}_id`]: 'integer', position: 'integer', book_id: 'integer', ...own },
      dialect,
    )
      // By the book and not by the place: a book that moves is one column of one row, in no index.
      .addPrimaryKeyConstraint(`${list}_key`, [`${owner}_id`, 'book_id'] as never[])
      .addForeignKeyConstraint(`${list}_owner`, [`${owner}_id`] as never[], `${owner}s`, ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .addForeignKeyConstraint(`${list}_book`, ['book_id'], 'books', ['id'], (to) => to.onDelete('cascade'))
      .execute();
    await trx.schema.createIndex(`${list}_by_book`).on(list).column('book_id').execute();
  }
}

async function createStoryBooks(trx: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  const create = (name: string) => trx.schema.createTable(name) as CreateTableBuilder<string, string>;
  await withColumns(
    create('story_books').addColumn('id', dialect.serialKey as never),
    { ...titled, description: 'text' },
    dialect,
  ).execute();
  await withColumns(
    create('story_items'),
    {
      story_book_id: 'integer',
      position: 'integer',
      book_code: 'text',
      chapter_code: 'text',
      text_item_code: 'text',
      is_featured: 'integer',
      book_id: 'integer?',
    },
    dialect,
  )
    .addPrimaryKeyConstraint('story_items_key', ['story_book_id', 'position'])
    .addForeignKeyConstraint('story_items_owner', ['story_book_id'], 'story_books', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    // The codes stay: they say what was meant.
    .addForeignKeyConstraint('story_items_book', ['book_id'], 'books', ['id'], (to) =>
      to.onDelete('set null'),
    )
    .execute();
  await trx.schema.createIndex('story_items_by_book').on('story_items').column('book_id').execute();
}

async function createMobileConfigs(trx: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  const create = (name: string) => trx.schema.createTable(name) as CreateTableBuilder<string, string>;
  await withColumns(
    create('mobile_configs').addColumn('id', dialect.serialKey as never),
    { ...titled, is_main_service: 'integer' },
    dialect,
  ).execute();
  await trx.schema
    .createIndex('mobile_configs_by_service')
    .on('mobile_configs')
    .columns(['is_main_service', 'id'])
    .execute();
  await withColumns(
    create('config_blocks'),
    { mobile_config_id: 'integer', position: 'integer', title: 'text', type: 'text', record_ids: 'text' },
    dialect,
  )
    .addPrimaryKeyConstraint('config_blocks_key', ['mobile_config_id', 'position'])
    .addForeignKeyConstraint('config_blocks_owner', ['mobile_config_id'], 'mobile_configs', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .execute();
}

export const curation: Migration = {
  name: '002-curation',
  async up(trx, dialect) {
    await createRecordLists(trx, dialect);
    await createLists(trx, dialect);
    await createStoryBooks(trx, dialect);
    await createMobileConfigs(trx, dialect);
  },
};
