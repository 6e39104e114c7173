import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Engine, Migration } from './migration.ts';

/* Files become drafts and drafts become books; a book has a narrator and a year; equal files are known by their hash. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

async function createImports(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'imports',
    columns: {
      id: 'serial',
      user_id: 'integer?',
      drop_id: 'integer?',
      state: 'text',
      name: 'text',
      author: 'text',
      language: 'integer',
      search_key: 'text',
      thumbnail_key: 'text?',
      chapter_count: 'integer',
      duration: 'integer',
      text_count: 'integer',
      file_count: 'integer',
      size: 'bigint',
      warning_count: 'integer',
      problems: 'text',
      error: 'text?',
      draft: 'text?',
      book_id: 'integer?',
      version: 'integer',
      created_at: 'text',
      updated_at: 'text',
      expires_at: 'text',
    },
  })
    .addForeignKeyConstraint('imports_user', ['user_id'], 'users', ['id'], (to) => to.onDelete('set null'))
    .addForeignKeyConstraint('imports_book', ['book_id'], 'books', ['id'], (to) => to.onDelete('set null'))
    .execute();
  const orders = {
    imports_by_state: ['state', 'id'],
    imports_by_user: ['user_id', 'id'],
    imports_by_drop: ['drop_id', 'id'],
    imports_by_end: ['expires_at'],
    imports_by_book: ['book_id'],
  };
  for (const [name, columns] of Object.entries(orders))
    await db.schema.createIndex(name).on('imports').columns(columns).execute();

  const parts = {
    import_files: {
      path: 'text',
      kind: 'text',
      key: 'text?',
      upload_id: 'text?',
      size: 'bigint',
      seconds: 'double?',
      sha256: 'text?',
      problem: 'text?',
    },
    import_covers: { path: 'text', source: 'text', image_key: 'text', thumbnail_key: 'text' },
    import_texts: { items: 'text' },
  } as const;
  for (const [name, columns] of Object.entries(parts))
    await createTable(db, {
      engine,
      name,
      columns: { import_id: 'integer', position: 'integer', ...columns },
    })
      .addPrimaryKeyConstraint(`${name}_key`, ['import_id', 'position'])
      .addForeignKeyConstraint(`${name}_owner`, ['import_id'], 'imports', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
  await db.schema.createIndex('import_files_by_upload').on('import_files').column('upload_id').execute();
}

export const imports: Migration = {
  name: '006-imports',
  async up(db, engine) {
    await createImports(db, engine);
    await db.schema
      .alterTable('books')
      .addColumn('narrator', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('books')
      .addColumn('year', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('files').addColumn('sha256', text[engine]).execute();
    // Few rows have a hash, or a file, so that these stay small.
    await sql`create index files_by_hash on files (sha256) where sha256 is not null`.execute(db);
    await sql`create index books_by_audio on books (audio_key) where audio_key is not null`.execute(db);
    await sql`create index chapters_by_audio on chapters (audio_key) where audio_key is not null`.execute(db);
  },
};
