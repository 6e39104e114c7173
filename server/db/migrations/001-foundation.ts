import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { OpenedDialect } from '../dialects/dialect.ts';
import type { Schema } from '../schema.ts';
import { withColumns } from './columns.ts';
import type { Migration } from './migrations.ts';

async function createAccounts(trx: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  const create = (name: string) => trx.schema.createTable(name) as CreateTableBuilder<string, string>;
  const key = dialect.serialKey;
  await withColumns(
    create('users').addColumn('id', key as never),
    {
      email: 'text',
      name: 'text',
      password_hash: 'text',
      avatar_key: 'text?',
      permissions: 'text',
      is_suspended: 'integer',
      version: 'integer',
      created_at: 'text',
      updated_at: 'text',
    },
    dialect,
  )
    .addUniqueConstraint('users_email', ['email'])
    .execute();
  await withColumns(
    create('sessions'),
    { token_hash: 'text', user_id: 'integer', created_at: 'text', expires_at: 'text' },
    dialect,
  )
    .addPrimaryKeyConstraint('sessions_key', ['token_hash'])
    .addForeignKeyConstraint('sessions_user', ['user_id'], 'users', ['id'], (to) => to.onDelete('cascade'))
    .execute();
  await trx.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await trx.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
  await withColumns(create('sign_in_attempts'), { key: 'text', attempted_at: 'text' }, dialect).execute();
  await trx.schema
    .createIndex('sign_in_attempts_by_key')
    .on('sign_in_attempts')
    .columns(['key', 'attempted_at'])
    .execute();
  await withColumns(
    create('idempotency_keys'),
    { user_id: 'integer', key: 'text', request_hash: 'text', answer: 'text?', created_at: 'text' },
    dialect,
  )
    .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
    .execute();
  await trx.schema
    .createIndex('idempotency_keys_by_age')
    .on('idempotency_keys')
    .column('created_at')
    .execute();
  await withColumns(
    create('files'),
    { key: 'text', media_type: 'text', size: 'bigint', created_at: 'text' },
    dialect,
  )
    .addPrimaryKeyConstraint('files_key', ['key'])
    .execute();
}

async function createClassification(trx: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  const create = (name: string) => trx.schema.createTable(name) as CreateTableBuilder<string, string>;
  const key = dialect.serialKey as never;
  await withColumns(
    create('catalogue').addColumn('id', 'integer', (column) => column.primaryKey()),
    {
      revision: 'integer',
      last_book_id: 'integer',
      category_revision: 'integer',
      category_count: 'integer',
      sub_category_count: 'integer',
    },
    dialect,
  ).execute();
  await sql`insert into catalogue (id, revision, last_book_id, category_revision, category_count, sub_category_count)
    values (1, 0, 0, 0, 0, 0)`.execute(trx);
  await create('book_changes')
    .addColumn('revision', 'integer', (column) => column.primaryKey())
    .addColumn('book_id', 'integer')
    .execute();
  await withColumns(
    create('authors').addColumn('id', key),
    { name: 'text', folded_name: 'text', book_count: 'integer', created_at: 'text' },
    dialect,
  )
    .addUniqueConstraint('authors_folded_name', ['folded_name'])
    .execute();
  await trx.schema.createIndex('authors_by_books').on('authors').columns(['book_count desc', 'id']).execute();
  const named = {
    name: 'text',
    code: 'text',
    search_key: 'text',
    version: 'integer',
    created_at: 'text',
    updated_at: 'text',
  } as const;
  await withColumns(
    create('categories').addColumn('id', key),
    { ...named, image_key: 'text?', thumbnail_key: 'text?' },
    dialect,
  )
    .addUniqueConstraint('categories_code', ['code'])
    .execute();
  await withColumns(
    create('sub_categories').addColumn('id', key),
    { ...named, category_id: 'integer' },
    dialect,
  )
    .addUniqueConstraint('sub_categories_code', ['code'])
    .addForeignKeyConstraint('sub_categories_category', ['category_id'], 'categories', ['id'])
    .execute();
  await trx.schema
    .createIndex('sub_categories_by_category')
    .on('sub_categories')
    .columns(['category_id', 'id'])
    .execute();
}

async function createBooks(trx: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  const create = (name: string) => trx.schema.createTable(name) as CreateTableBuilder<string, string>;
  await withColumns(
    create('books').addColumn('id', 'integer', (column) => column.primaryKey()),
    {
      author_id: 'integer',
      category_id: 'integer?',
      sub_category_id: 'integer?',
      is_backup: 'integer',
      language: 'integer',
      chapter_count: 'integer',
      duration: 'integer',
      reading_time: 'integer',
      word_count: 'integer',
      chapter_seconds: 'integer',
      version: 'integer',
      name: 'text',
      created_at: 'text',
      updated_at: 'text',
      image_key: 'text?',
      thumbnail_key: 'text?',
      audio_key: 'text?',
      description: 'text',
    },
    dialect,
  )
    .addForeignKeyConstraint('books_author', ['author_id'], 'authors', ['id'])
    .addForeignKeyConstraint('books_category', ['category_id'], 'categories', ['id'])
    .addForeignKeyConstraint('books_sub_category', ['sub_category_id'], 'sub_categories', ['id'])
    .execute();
  // Each begins with one filter, goes on in the order of the list, and carries what else may be filtered by.
  const orders = {
    books_by_language: ['language', 'id', 'is_backup'],
    books_by_category: ['category_id', 'id', 'language', 'is_backup'],
    books_by_sub_category: ['sub_category_id', 'id', 'language', 'is_backup'],
    books_by_service: ['is_backup', 'id'],
    books_by_reading_time: ['reading_time', 'id'],
    books_by_language_and_reading_time: ['language', 'reading_time', 'id'],
    books_by_author: ['author_id'],
  } as const;
  for (const [name, columns] of Object.entries(orders)) {
    await trx.schema
      .createIndex(name)
      .on('books')
      .columns([...columns])
      .execute();
  }
  await withColumns(
    create('book_counts'),
    {
      language: 'integer',
      category_id: 'integer',
      sub_category_id: 'integer',
      is_backup: 'integer',
      books: 'integer',
      reading_seconds: 'bigint',
    },
    dialect,
  )
    .addPrimaryKeyConstraint('book_counts_key', ['language', 'category_id', 'sub_category_id', 'is_backup'])
    .execute();
  await trx.schema.createIndex('book_counts_by_category').on('book_counts').column('category_id').execute();
  await trx.schema
    .createIndex('book_counts_by_sub_category')
    .on('book_counts')
    .column('sub_category_id')
    .execute();
  await withColumns(
    create('book_search').addColumn('book_id', 'integer', (column) => column.primaryKey()),
    { search_key: 'text', beginnings: 'text' },
    dialect,
  )
    .addForeignKeyConstraint('book_search_book', ['book_id'], 'books', ['id'])
    .execute();
  await dialect.createSearchIndexes(trx);
}

async function createChapters(trx: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  const create = (name: string) => trx.schema.createTable(name) as CreateTableBuilder<string, string>;
  const key = dialect.serialKey as never;
  await withColumns(
    create('chapters').addColumn('id', key),
    {
      book_id: 'integer',
      position: 'integer',
      code: 'text',
      name: 'text',
      duration: 'integer',
      audio_key: 'text?',
      starts_at: 'double?',
      ends_at: 'double?',
    },
    dialect,
  )
    .addForeignKeyConstraint('chapters_book', ['book_id'], 'books', ['id'], (to) => to.onDelete('cascade'))
    .addUniqueConstraint('chapters_code', ['book_id', 'code'])
    .execute();
  await trx.schema.createIndex('chapters_in_order').on('chapters').columns(['book_id', 'position']).execute();
  await withColumns(
    create('text_items').addColumn('id', key),
    { chapter_id: 'integer', position: 'integer', code: 'text', text: 'text' },
    dialect,
  )
    .addForeignKeyConstraint('text_items_chapter', ['chapter_id'], 'chapters', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .addUniqueConstraint('text_items_code', ['chapter_id', 'code'])
    .execute();
  await trx.schema
    .createIndex('text_items_in_order')
    .on('text_items')
    .columns(['chapter_id', 'position'])
    .execute();
}

export const foundation: Migration = {
  name: '001-foundation',
  async up(trx, dialect) {
    await createAccounts(trx, dialect);
    await createClassification(trx, dialect);
    await createBooks(trx, dialect);
    await createChapters(trx, dialect);
  },
};
