import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* How many entries the journal has of each kind: altogether, and by month and day. Both begin empty and are counted up later. */

export const journalCounts: Migration = {
  name: '021-journal-counts',
  async up(db, engine) {
    await db.schema.dropTable('journal_counts').execute();
    await createTable(db, {
      engine,
      name: 'journal_counts',
      columns: {
        grain: 'text',
        kind: 'text',
        action: 'text',
        actor_id: 'integer',
        starts_on: 'text',
        entries: 'integer',
      },
    })
      .addPrimaryKeyConstraint('journal_counts_key', ['grain', 'kind', 'action', 'actor_id', 'starts_on'])
      .execute();
    await sql`update journal_counted set entry_id = 0`.execute(db);
    // The list of what one account did, in its order.
    await db.schema.createIndex('journal_of_actor').on('journal').columns(['actor_id', 'id']).execute();
  },
};
