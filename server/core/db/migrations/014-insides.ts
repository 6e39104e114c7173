import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Engine, Migration } from './migration.ts';

/*
 * Texts get their places in the sound, chapters what an editor says of them. Of saved insides the last ones are kept: their
 * order, and of each chapter or its texts what they were before a save changed them.
 */

const types = {
  integer: { sqlite: sql`integer`, postgres: sql`integer` },
  double: { sqlite: sql`double precision`, postgres: sql`double precision` },
  text: { sqlite: sql`text`, postgres: sql`text collate "C"` },
} as const;

async function addColumns(
  db: Kysely<unknown>,
  {
    engine,
    table,
    columns,
  }: {
    readonly engine: Engine;
    readonly table: string;
    readonly columns: Readonly<Record<string, keyof typeof types>>;
  },
): Promise<void> {
  for (const [column, type] of Object.entries(columns))
    await db.schema.alterTable(table).addColumn(column, types[type][engine]).execute();
}

async function createHistory(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'inside_revisions',
    columns: {
      book_id: 'integer',
      revision: 'integer',
      user_id: 'integer?',
      saved_at: 'text',
      summary: 'text',
      chapter_count: 'integer',
      chapter_ids: 'text',
    },
  })
    .addPrimaryKeyConstraint('inside_revisions_key', ['book_id', 'revision'])
    .addForeignKeyConstraint('inside_revisions_book', ['book_id'], 'books', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .execute();
  await createTable(db, {
    engine,
    name: 'inside_parts',
    columns: {
      book_id: 'integer',
      chapter_id: 'integer',
      kind: 'text',
      until: 'integer',
      audio_key: 'text?',
      content: 'text',
    },
  })
    .addPrimaryKeyConstraint('inside_parts_key', ['book_id', 'chapter_id', 'kind', 'until'])
    .addForeignKeyConstraint('inside_parts_book', ['book_id'], 'books', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .execute();
}

async function createWork(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'inside_drafts',
    columns: {
      book_id: 'integer',
      user_id: 'integer',
      base_version: 'integer',
      saved_at: 'text',
      document: 'text',
    },
  })
    .addPrimaryKeyConstraint('inside_drafts_key', ['book_id', 'user_id'])
    .addForeignKeyConstraint('inside_drafts_book', ['book_id'], 'books', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .addForeignKeyConstraint('inside_drafts_user', ['user_id'], 'users', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .execute();
  await createTable(db, {
    engine,
    name: 'inside_editors',
    columns: {
      book_id: 'key',
      user_id: 'integer',
      since: 'text',
      seen_at: 'text',
      taken_from: 'integer?',
    },
  })
    .addForeignKeyConstraint('inside_editors_book', ['book_id'], 'books', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .execute();
}

export const insides: Migration = {
  name: '014-insides',
  async up(db, engine) {
    await addColumns(db, {
      engine,
      table: 'text_items',
      columns: {
        starts_at: 'double',
        ends_at: 'double',
        confidence: 'double',
        time_state: 'text',
        sentences: 'text',
      },
    });
    await addColumns(db, {
      engine,
      table: 'chapters',
      columns: {
        name_by: 'text',
        times_by: 'text',
        sound_without_text: 'text',
      },
    });
    await db.schema
      .alterTable('chapters')
      .addColumn('is_locked', types.integer[engine], (column) => column.notNull().defaultTo(0))
      .execute();
    await createHistory(db, engine);
    await createWork(db, engine);
  },
};
