import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allPermissions, builtInRoles } from '#contract/core/permissions';
import { migrate, openDatabase } from '../open.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#server/core/package-root';
import { renewBuiltInRoles } from '#server/features/users/built-in-roles';
import { eachDatabase } from '#server/testing/databases';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

const stored = join(packageRoot, 'server', 'testing', 'stored');
const changes = [...builtInRoles.admin].filter(
  (permission) => !/^(users|settings|reports):/.test(permission),
);

eachDatabase('accounts of before there were roles', (_openEmpty, engine) => {
  test('get the role that fits, exceptions otherwise, and stay signed in', async () => {
    const { url, remove } = await engine.createUrl();
    const isFile = url.startsWith('file:');
    const script = readFileSync(join(stored, `0.1.0.${isFile ? 'sqlite' : 'postgres'}.sql`), 'utf8');
    const accounts: [id: number, permissions: readonly string[]][] = [
      [101, changes],
      [102, builtInRoles.editor],
      [103, []],
      [104, ['books:edit', 'books:burn', 'categories:delete']],
    ];
    const rows = accounts.map(
      ([id, permissions]) =>
        `insert into users (id, email, name, password_hash, permissions, is_suspended, version, created_at, updated_at)
          values (${id}, 'p${id}@example.org', 'Işık ${id}', 'x', '${JSON.stringify(permissions)}', 0, 1, '', '');
        insert into sessions (token_hash, user_id, created_at, expires_at)
          values ('hash${id}', ${id}, '2026-01-01', '2099-01-01');`,
    );
    const text = `${script}\n${rows.join('\n')}`;
    if (isFile) {
      const file = new BetterSqlite(url.slice('file:'.length));
      file.exec(text);
      file.close();
    } else {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(text);
      await client.end();
    }

    const database = await openDatabase(url);
    await migrate(database);
    await renewBuiltInRoles(database);
    const users = await database.kysely
      .selectFrom('users')
      .innerJoin('roles', 'roles.id', 'users.role_id')
      .innerJoin('sessions', 'sessions.user_id', 'users.id')
      .select(['users.id', 'roles.name', 'added', 'removed', 'users.permissions', 'users.search_key'])
      .select(sql<string>`sessions.token_hash`.as('token_hash'))
      .where('users.id', '>', 100)
      .orderBy('users.id')
      .execute();
    const seen = users.map(({ id, name, added, removed, permissions }) => [
      id,
      name,
      JSON.parse(added),
      JSON.parse(removed),
      JSON.parse(permissions),
    ]);
    expect(seen).toEqual([
      [101, 'Admin', [], [], allPermissions],
      [102, 'Editor', [], [], builtInRoles.editor],
      [103, 'Viewer', [], [], []],
      [104, 'Viewer', ['books:edit', 'categories:delete'], [], ['books:edit', 'categories:delete']],
    ]);
    expect(users.map(({ token_hash }) => token_hash)).toEqual(['hash101', 'hash102', 'hash103', 'hash104']);
    expect(users[0]?.search_key).toBe('isik 101\np101@example.org');
    await database.close();
    await remove();
  });
});
