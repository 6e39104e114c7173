import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Engine, Migration } from './migration.ts';

/* Roles as records, people with a role and exceptions, sessions that can be told apart, links and tokens. */

const resources = [
  'books',
  'categories',
  'sub-categories',
  'collections',
  'story-books',
  'mobile-configs',
  'challenges',
];
const edit = resources.map((name) => `${name}:edit`);
const remove = resources.map((name) => `${name}:delete`);
const changes = resources.flatMap((name) => [`${name}:edit`, `${name}:delete`]);
const all = [...changes, 'users:manage', 'settings:edit', 'reports:read'];

/** In the order of their ids. */
const roles: [name: string, permissions: readonly string[]][] = [
  ['Admin', all],
  ['Editor', edit],
  ['Remover', remove],
  ['Viewer', []],
];
const VIEWER = 4;

const marks = /\p{M}+/gu;

const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(marks, '')
    .replace(/\s+/gu, ' ')
    .trim();

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry) => other.includes(entry));

/** Which role holds just these permissions; else the one without any, and all of them as exceptions. */
function grantOf(permissions: readonly string[]) {
  // Whoever could do everything there was is an administrator.
  if (isSame(permissions, changes)) return { role_id: 1, added: [], effective: all };
  const at = roles.findIndex(([, held]) => isSame(permissions, held));
  return at < 0
    ? { role_id: VIEWER, added: permissions, effective: permissions }
    : { role_id: at + 1, added: [], effective: permissions };
}

function readList(stored: string): string[] {
  const list: unknown = JSON.parse(stored);
  const texts = Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
  return all.filter((permission) => texts.includes(permission));
}

async function makeRoles(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'roles',
    columns: {
      id: 'serial',
      name: 'text',
      name_key: 'text',
      permissions: 'text',
      is_built_in: 'integer',
      version: 'integer',
      created_at: 'text',
      updated_at: 'text',
    },
  })
    .addUniqueConstraint('roles_name', ['name_key'])
    .execute();
  const now = new Date().toISOString();
  for (const [name, permissions] of roles)
    await sql`insert into roles (name, name_key, permissions, is_built_in, version, created_at, updated_at)
      values (${name}, ${name.toLowerCase()}, ${JSON.stringify(permissions)}, 1, 1, ${now}, ${now})`.execute(
      db,
    );
}

async function extendUsers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const text = { sqlite: sql`text`, postgres: sql`text collate "C"` }[engine];
  const integer = sql`integer`;
  const add = (column: string, type: typeof text, initial?: string | number) =>
    db.schema
      .alterTable('users')
      .addColumn(column, type, (built) =>
        initial === undefined ? built : built.notNull().defaultTo(initial),
      )
      .execute();
  await add('role_id', integer, VIEWER);
  await add('added', text, '[]');
  await add('removed', text, '[]');
  await add('is_invited', integer, 0);
  await add('search_key', text, '');
  await add('thumbnail_key', text);
  await add('preferences', text, '{}');
  await add('last_seen_at', text);
  await add('deleted_at', text);
  await db.schema.createIndex('users_by_role').on('users').column('role_id').execute();

  const { rows } = await sql<{ id: number; name: string; email: string; permissions: string }>`
    select id, name, email, permissions from users`.execute(db);
  for (const { id, name, email, permissions } of rows) {
    const { role_id, added, effective } = grantOf(readList(permissions));
    await sql`update users set role_id = ${role_id}, added = ${JSON.stringify(added)},
      permissions = ${JSON.stringify(effective)},
      search_key = ${`${foldForSearch(name)}\n${foldForSearch(email)}`} where id = ${id}`.execute(db);
  }
}

interface OldSession {
  token_hash: string;
  user_id: number;
  created_at: string;
  expires_at: string;
}

/** Made anew, since a table gets no key by being altered. Those who are signed in stay so. */
async function remakeSessions(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { rows } = await sql<OldSession>`select token_hash, user_id, created_at, expires_at from sessions
    order by created_at, token_hash`.execute(db);
  await db.schema.dropTable('sessions').execute();
  await createTable(db, {
    engine,
    name: 'sessions',
    columns: {
      id: 'serial',
      token_hash: 'text',
      user_id: 'integer',
      address: 'text',
      user_agent: 'text',
      created_at: 'text',
      last_seen_at: 'text',
      expires_at: 'text',
    },
  })
    .addUniqueConstraint('sessions_token', ['token_hash'])
    .addForeignKeyConstraint('sessions_user', ['user_id'], 'users', ['id'], (to) => to.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
  for (const { token_hash, user_id, created_at, expires_at } of rows)
    await sql`insert into sessions (token_hash, user_id, address, user_agent, created_at, last_seen_at, expires_at)
      values (${token_hash}, ${user_id}, '', '', ${created_at}, ${created_at}, ${expires_at})`.execute(db);
}

async function makeSecrets(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'account_links',
    columns: {
      token_hash: 'text',
      user_id: 'integer',
      kind: 'text',
      created_at: 'text',
      expires_at: 'text',
    },
  })
    .addPrimaryKeyConstraint('account_links_key', ['token_hash'])
    .addForeignKeyConstraint('account_links_user', ['user_id'], 'users', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('account_links_by_user').on('account_links').column('user_id').execute();
  await createTable(db, {
    engine,
    name: 'access_tokens',
    columns: {
      id: 'serial',
      token_hash: 'text',
      user_id: 'integer',
      name: 'text',
      prefix: 'text',
      permissions: 'text',
      created_at: 'text',
      expires_at: 'text',
      last_used_at: 'text?',
    },
  })
    .addUniqueConstraint('access_tokens_token', ['token_hash'])
    .addForeignKeyConstraint('access_tokens_user', ['user_id'], 'users', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('access_tokens_by_user').on('access_tokens').column('user_id').execute();
  await createTable(db, {
    engine,
    name: 'throttles',
    columns: { key: 'text', hits: 'integer', expires_at: 'text' },
  })
    .addPrimaryKeyConstraint('throttles_key', ['key'])
    .execute();
}

export const people: Migration = {
  name: '008-people',
  async up(db, engine) {
    await makeRoles(db, engine);
    await extendUsers(db, engine);
    await remakeSessions(db, engine);
    await makeSecrets(db, engine);
    await createTable(db, { engine, name: 'people', columns: { id: 'key', revision: 'integer' } }).execute();
    await sql`insert into people (id, revision) values (1, 0)`.execute(db);
  },
};
