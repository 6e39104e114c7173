import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* How much work a job is thought to be, and when it was begun: those who ask for jobs take turns. */

export const turnsOfJobs: Migration = {
  name: '041-turns-of-jobs',
  async up(db) {
    await db.schema
      .alterTable('jobs')
      .addColumn('effort', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('jobs')
      .addColumn('turn', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('jobs_by_turn').on('jobs').column('turn').execute();
    await sql`create index jobs_by_asker on jobs (coalesce(user_id, 0), turn)`.execute(db);
  },
};
