import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* Columns, security events and the status of uploads have the names that the code and the interface use. */

const columns = [
  ['idempotency_keys', 'answer', 'response'],
  ['jobs', 'cancel_asked', 'cancel_requested'],
  ['uploads', 'lock_wanted', 'lock_requested'],
  ['retained_files', 'kept_at', 'retained_at'],
  ['retained_contents', 'kept_at', 'retained_at'],
] as const;

const values = [
  ['uploads', 'state', 'joining', 'assembling'],
  ['security_events', 'kind', 'link_made', 'link_created'],
  ['security_events', 'kind', 'password_forgotten', 'password_reset_requested'],
  ['security_events', 'kind', 'password_refused', 'password_rejected'],
  ['security_events', 'kind', 'recovery_codes_made', 'recovery_codes_created'],
  ['security_events', 'kind', 'second_step_failed', 'two_factor_failed'],
  ['security_events', 'kind', 'second_step_throttled', 'two_factor_throttled'],
  ['security_events', 'kind', 'two_factor_refused', 'two_factor_rejected'],
] as const;

export const standardTerms: Migration = {
  name: '052-standard-terms',
  async up(db) {
    for (const [table, from, to] of columns)
      await sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db);
    for (const [table, name, from, to] of values)
      await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${to} where ${sql.ref(name)} = ${from}`.execute(
        db,
      );
  },
};
