import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

/* Accounts of users at sign-in providers, and what a session of a provider needs at its end. */

export const signInProviders: Migration = {
  name: '045-sign-in-providers',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'user_identities',
      columns: {
        id: 'serial',
        user_id: 'integer',
        issuer: 'text',
        subject: 'text',
        email: 'text',
        created_at: 'text',
        last_used_at: 'text?',
      },
    })
      .addUniqueConstraint('user_identities_subject', ['issuer', 'subject'])
      .addForeignKeyConstraint('user_identities_user', ['user_id'], 'users', ['id'], (to) =>
        to.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('user_identities_by_user').on('user_identities').column('user_id').execute();
    const added = [
      ['sessions', 'provider'],
      ['sessions', 'id_token'],
      ['auth_challenges', 'provider_session'],
      ['users', 'password_allowed_until'],
    ] as const;
    for (const [table, column] of added)
      await db.schema
        .alterTable(table)
        .addColumn(column, text[engine], (built) => built.notNull().defaultTo(''))
        .execute();
  },
};
