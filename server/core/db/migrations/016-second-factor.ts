import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Engine, Migration } from './migration.ts';

/* Second factors and passkeys, sign-ins that are half done, roles that ask for a second factor, browsers that are known. */

const ofUser = { columns: ['user_id'], target: ['id'] };

async function makeFactors(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'totp_factors',
    columns: {
      user_id: 'integer',
      secret: 'text',
      last_step: 'integer',
      created_at: 'text',
      last_used_at: 'text?',
    },
  })
    .addPrimaryKeyConstraint('totp_factors_key', ['user_id'])
    .addForeignKeyConstraint('totp_factors_user', ofUser.columns, 'users', ofUser.target, (to) =>
      to.onDelete('cascade'),
    )
    .execute();
  await createTable(db, {
    engine,
    name: 'recovery_codes',
    columns: { user_id: 'integer', code_hash: 'text' },
  })
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .addForeignKeyConstraint('recovery_codes_user', ofUser.columns, 'users', ofUser.target, (to) =>
      to.onDelete('cascade'),
    )
    .execute();
  await createTable(db, {
    engine,
    name: 'passkeys',
    columns: {
      id: 'serial',
      user_id: 'integer',
      credential_id: 'text',
      public_key: 'text',
      relying_party: 'text',
      counter: 'bigint',
      transports: 'text',
      name: 'text',
      created_at: 'text',
      last_used_at: 'text?',
    },
  })
    .addUniqueConstraint('passkeys_credential', ['credential_id'])
    .addForeignKeyConstraint('passkeys_user', ofUser.columns, 'users', ofUser.target, (to) =>
      to.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute();
}

async function makeChallenges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'auth_challenges',
    columns: {
      token_hash: 'text',
      kind: 'text',
      user_id: 'integer?',
      password_mark: 'text',
      secret: 'text',
      tries: 'integer',
      created_at: 'text',
      expires_at: 'text',
    },
  })
    .addPrimaryKeyConstraint('auth_challenges_key', ['token_hash'])
    .addForeignKeyConstraint('auth_challenges_user', ofUser.columns, 'users', ofUser.target, (to) =>
      to.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('auth_challenges_by_user').on('auth_challenges').column('user_id').execute();
  await db.schema
    .createIndex('auth_challenges_by_expiry')
    .on('auth_challenges')
    .column('expires_at')
    .execute();
}

async function makeKnownBrowsers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'known_browsers',
    columns: {
      user_id: 'integer',
      browser_key: 'text',
      first_seen_at: 'text',
      last_seen_at: 'text',
    },
  })
    .addPrimaryKeyConstraint('known_browsers_key', ['user_id', 'browser_key'])
    .addForeignKeyConstraint('known_browsers_user', ofUser.columns, 'users', ofUser.target, (to) =>
      to.onDelete('cascade'),
    )
    .execute();
}

export const secondFactor: Migration = {
  name: '016-second-factor',
  async up(db, engine) {
    await makeFactors(db, engine);
    await makeChallenges(db, engine);
    await makeKnownBrowsers(db, engine);
    await db.schema
      .alterTable('roles')
      .addColumn('requires_second_factor', sql`integer`, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
