import { sql } from 'kysely';
import type { Migration } from './migration.ts';

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

/* When a session last proved its user; the API token that background work was started with; links of emails that wait. */

export const accessControl: Migration = {
  name: '043-access-control',
  async up(db, engine) {
    await db.schema
      .alterTable('sessions')
      .addColumn('proven_at', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update sessions set proven_at = created_at`.execute(db);
    for (const table of ['jobs', 'bulk_changes', 'spreadsheets'])
      await db.schema.alterTable(table).addColumn('token_id', 'bigint').execute();
    // Waiting emails could hold links in clear text.
    await sql`delete from emails`.execute(db);
    await db.schema.alterTable('emails').addColumn('link_user_id', 'bigint').execute();
    await db.schema.alterTable('emails').addColumn('link_kind', text[engine]).execute();
    await db.schema
      .alterTable('emails')
      .addColumn('link_address', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
