import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* The secret addresses of the calendars of users, by the hash of the secret. */

export const releaseCalendars: Migration = {
  name: '066-release-calendars',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'release_calendars',
      columns: { user_id: 'integer', token_hash: 'text', created_at: 'text' },
    })
      .addPrimaryKeyConstraint('release_calendars_pk', ['user_id'])
      .addUniqueConstraint('release_calendars_token', ['token_hash'])
      .addForeignKeyConstraint('release_calendars_user', ['user_id'], 'users', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
  },
};
