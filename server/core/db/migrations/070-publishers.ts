import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Publishers with their imprints, and the publisher and imprint of a book. Books without them have no entry in the indexes. */

export const publishers: Migration = {
  name: '070-publishers',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'publishers',
      columns: {
        id: 'serial',
        name: 'text',
        name_key: 'text',
        website: 'text',
        description: 'text',
        image_key: 'text?',
        thumbnail_key: 'text?',
        search_key: 'text',
        version: 'integer',
        created_at: 'text',
        updated_at: 'text',
      },
    })
      .addUniqueConstraint('publishers_name_key', ['name_key'])
      .execute();
    await createTable(db, {
      engine,
      name: 'imprints',
      columns: {
        id: 'serial',
        publisher_id: 'integer',
        position: 'integer',
        name: 'text',
        name_key: 'text',
      },
    })
      .addForeignKeyConstraint('imprints_publisher', ['publisher_id'], 'publishers', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('imprints_by_publisher')
      .on('imprints')
      .columns(['publisher_id', 'position'])
      .execute();
    await db.schema.createIndex('imprints_by_name').on('imprints').column('name_key').execute();
    for (const [name, table] of [
      ['publisher_id', 'publishers'],
      ['imprint_id', 'imprints'],
    ] as const) {
      await db.schema
        .alterTable('books')
        .addColumn(name, 'integer', (column) => column.references(`${table}.id`))
        .execute();
      await sql`create index ${sql.id(`books_by_${name}`)} on books (${sql.ref(name)}, id)
        where ${sql.ref(name)} is not null`.execute(db);
    }
    await sql`insert into record_lists (name, revision, total) values ('publishers', 0, 0)`.execute(db);
  },
};
