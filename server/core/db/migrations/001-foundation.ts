import { type Kysely, sql } from 'kysely';
import { createSearchIndexes } from './001-search-indexes.ts';
import { createTable } from './columns.ts';
import type { Engine, Migration } from './migration.ts';

async function createAccounts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'users',
    columns: {
      id: 'serial',
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
  })
    .addUniqueConstraint('users_email', ['email'])
    .execute();
  await createTable(db, {
    engine,
    name: 'sessions',
    columns: {
      token_hash: 'text',
      user_id: 'integer',
      created_at: 'text',
      expires_at: 'text',
    },
  })
    .addPrimaryKeyConstraint('sessions_key', ['token_hash'])
    .addForeignKeyConstraint('sessions_user', ['user_id'], 'users', ['id'], (to) => to.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
  await createTable(db, {
    engine,
    name: 'sign_in_attempts',
    columns: { key: 'text', attempted_at: 'text' },
  }).execute();
  await db.schema
    .createIndex('sign_in_attempts_by_key')
    .on('sign_in_attempts')
    .columns(['key', 'attempted_at'])
    .execute();
  await createTable(db, {
    engine,
    name: 'idempotency_keys',
    columns: {
      user_id: 'integer',
      key: 'text',
      request_hash: 'text',
      answer: 'text?',
      created_at: 'text',
    },
  })
    .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
    .execute();
  await db.schema
    .createIndex('idempotency_keys_by_age')
    .on('idempotency_keys')
    .column('created_at')
    .execute();
  await createTable(db, {
    engine,
    name: 'files',
    columns: {
      key: 'text',
      media_type: 'text',
      size: 'bigint',
      created_at: 'text',
    },
  })
    .addPrimaryKeyConstraint('files_key', ['key'])
    .execute();
}

async function createClassification(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'catalogue',
    columns: {
      id: 'key',
      revision: 'integer',
      last_book_id: 'integer',
      category_revision: 'integer',
      category_count: 'integer',
      sub_category_count: 'integer',
    },
  }).execute();
  await sql`insert into catalogue (id, revision, last_book_id, category_revision, category_count, sub_category_count)
    values (1, 0, 0, 0, 0, 0)`.execute(db);
  await createTable(db, {
    engine,
    name: 'book_changes',
    columns: { revision: 'key', book_id: 'integer?' },
  }).execute();
  await createTable(db, {
    engine,
    name: 'authors',
    columns: {
      id: 'serial',
      name: 'text',
      folded_name: 'text',
      book_count: 'integer',
      created_at: 'text',
    },
  })
    .addUniqueConstraint('authors_folded_name', ['folded_name'])
    .execute();
  await db.schema.createIndex('authors_by_books').on('authors').columns(['book_count desc', 'id']).execute();
  const named = {
    name: 'text',
    code: 'text',
    search_key: 'text',
    version: 'integer',
    created_at: 'text',
    updated_at: 'text',
  } as const;
  await createTable(db, {
    engine,
    name: 'categories',
    columns: {
      id: 'serial',
      ...named,
      image_key: 'text?',
      thumbnail_key: 'text?',
    },
  })
    .addUniqueConstraint('categories_code', ['code'])
    .execute();
  await createTable(db, {
    engine,
    name: 'sub_categories',
    columns: { id: 'serial', ...named, category_id: 'integer' },
  })
    .addUniqueConstraint('sub_categories_code', ['code'])
    .addForeignKeyConstraint('sub_categories_category', ['category_id'], 'categories', ['id'])
    .execute();
  await db.schema
    .createIndex('sub_categories_by_category')
    .on('sub_categories')
    .columns(['category_id', 'id'])
    .execute();
}

async function createBooks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'books',
    columns: {
      id: 'key',
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
  })
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
    await db.schema
      .createIndex(name)
      .on('books')
      .columns([...columns])
      .execute();
  }
  await createTable(db, {
    engine,
    name: 'book_counts',
    columns: {
      language: 'integer',
      category_id: 'integer',
      sub_category_id: 'integer',
      is_backup: 'integer',
      books: 'integer',
      reading_seconds: 'bigint',
    },
  })
    .addPrimaryKeyConstraint('book_counts_key', ['language', 'category_id', 'sub_category_id', 'is_backup'])
    .execute();
  await db.schema.createIndex('book_counts_by_category').on('book_counts').column('category_id').execute();
  await db.schema
    .createIndex('book_counts_by_sub_category')
    .on('book_counts')
    .column('sub_category_id')
    .execute();
  await createTable(db, {
    engine,
    name: 'book_search',
    columns: { book_id: 'key', search_key: 'text', beginnings: 'text' },
  })
    .addForeignKeyConstraint('book_search_book', ['book_id'], 'books', ['id'])
    .execute();
  await createSearchIndexes(db, engine);
}

async function createChapters(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'chapters',
    columns: {
      id: 'serial',
      book_id: 'integer',
      position: 'integer',
      code: 'text',
      name: 'text',
      duration: 'integer',
      audio_key: 'text?',
      starts_at: 'double?',
      ends_at: 'double?',
    },
  })
    .addForeignKeyConstraint('chapters_book', ['book_id'], 'books', ['id'], (to) => to.onDelete('cascade'))
    .addUniqueConstraint('chapters_code', ['book_id', 'code'])
    .execute();
  await db.schema.createIndex('chapters_in_order').on('chapters').columns(['book_id', 'position']).execute();
  await createTable(db, {
    engine,
    name: 'text_items',
    columns: {
      id: 'serial',
      chapter_id: 'integer',
      position: 'integer',
      code: 'text',
      text: 'text',
    },
  })
    .addForeignKeyConstraint('text_items_chapter', ['chapter_id'], 'chapters', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .addUniqueConstraint('text_items_code', ['chapter_id', 'code'])
    .execute();
  await db.schema
    .createIndex('text_items_in_order')
    .on('text_items')
    .columns(['chapter_id', 'position'])
    .execute();
}

export const foundation: Migration = {
  name: '001-foundation',
  async up(db, engine) {
    await createAccounts(db, engine);
    await createClassification(db, engine);
    await createBooks(db, engine);
    await createChapters(db, engine);
  },
};
