import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/*
 * Imports of spreadsheets are undone as a whole, by a row of their own, and what follows from an entry of the journal is listed: few
 * entries follow from others, so the index has those alone.
 */

export const undoneSpreadsheets: Migration = {
  name: '031-undone-spreadsheets',
  async up(db) {
    await db.schema.alterTable('spreadsheets').addColumn('undoes_id', 'integer').execute();
    await sql`create index journal_by_cause on journal (cause_id, id) where cause_id is not null`.execute(db);
  },
};
