import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Engine, Migration } from './migration.ts';

const versioned = { version: 'integer', created_at: 'text', updated_at: 'text' } as const;
const titled = { title: 'text', search_key: 'text', ...versioned } as const;
const pictured = { description: 'text', image_key: 'text?', thumbnail_key: 'text?' } as const;

/** Numbers and revisions of all records in one place, instead of columns for some. */
async function createRecordLists(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'record_lists',
    columns: { name: 'text', revision: 'integer', total: 'integer' },
  })
    .addPrimaryKeyConstraint('record_lists_key', ['name'])
    .execute();
  for (const name of ['categories', 'sub_categories'])
    await sql`insert into record_lists (name, revision, total)
      values (${name}, 0, (select count(*) from ${sql.table(name)}))`.execute(db);
  for (const name of ['collections', 'story_books', 'mobile_configs', 'challenges'])
    await sql`insert into record_lists (name, revision, total) values (${name}, 0, 0)`.execute(db);
  for (const column of ['category_revision', 'category_count', 'sub_category_count'])
    await db.schema.alterTable('catalogue').dropColumn(column).execute();
}

async function createLists(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'collections',
    columns: { id: 'serial', ...titled, ...pictured },
  }).execute();
  await createTable(db, {
    engine,
    name: 'challenges',
    columns: {
      id: 'serial',
      ...titled,
      ...pictured,
      day_count: 'integer',
      is_active: 'integer',
    },
  }).execute();
  await db.schema.createIndex('challenges_by_days').on('challenges').columns(['day_count', 'id']).execute();

  // The books of a list, in order. What a book takes along when it goes, the database removes.
  for (const [list, owner, own] of [
    ['collection_books', 'collection', {}],
    ['challenge_items', 'challenge', { is_featured: 'integer?' }],
  ] as const) {
    await createTable(db, {
      engine,
      name: list,
      columns: {
        [`${owner}_id`]: 'integer',
        position: 'integer',
        book_id: 'integer',
        ...own,
      },
    })
      // By the book and not by the place: a book that moves is one column of one row, in no index.
      .addPrimaryKeyConstraint(`${list}_key`, [`${owner}_id`, 'book_id'] as never[])
      .addForeignKeyConstraint(`${list}_owner`, [`${owner}_id`] as never[], `${owner}s`, ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .addForeignKeyConstraint(`${list}_book`, ['book_id'], 'books', ['id'], (to) => to.onDelete('cascade'))
      .execute();
    await db.schema.createIndex(`${list}_by_book`).on(list).column('book_id').execute();
  }
}

async function createStoryBooks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'story_books',
    columns: { id: 'serial', ...titled, description: 'text' },
  }).execute();
  await createTable(db, {
    engine,
    name: 'story_items',
    columns: {
      story_book_id: 'integer',
      position: 'integer',
      book_code: 'text',
      chapter_code: 'text',
      text_item_code: 'text',
      is_featured: 'integer',
      book_id: 'integer?',
    },
  })
    .addPrimaryKeyConstraint('story_items_key', ['story_book_id', 'position'])
    .addForeignKeyConstraint('story_items_owner', ['story_book_id'], 'story_books', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    // The codes stay: they say what was meant.
    .addForeignKeyConstraint('story_items_book', ['book_id'], 'books', ['id'], (to) =>
      to.onDelete('set null'),
    )
    .execute();
  await db.schema.createIndex('story_items_by_book').on('story_items').column('book_id').execute();
}

async function createMobileConfigs(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'mobile_configs',
    columns: {
      id: 'serial',
      ...titled,
      is_main_service: 'integer',
    },
  }).execute();
  await db.schema
    .createIndex('mobile_configs_by_service')
    .on('mobile_configs')
    .columns(['is_main_service', 'id'])
    .execute();
  await createTable(db, {
    engine,
    name: 'config_blocks',
    columns: {
      mobile_config_id: 'integer',
      position: 'integer',
      title: 'text',
      type: 'text',
      record_ids: 'text',
    },
  })
    .addPrimaryKeyConstraint('config_blocks_key', ['mobile_config_id', 'position'])
    .addForeignKeyConstraint('config_blocks_owner', ['mobile_config_id'], 'mobile_configs', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .execute();
}

export const curation: Migration = {
  name: '002-curation',
  async up(db, engine) {
    await createRecordLists(db, engine);
    await createLists(db, engine);
    await createStoryBooks(db, engine);
    await createMobileConfigs(db, engine);
  },
};
