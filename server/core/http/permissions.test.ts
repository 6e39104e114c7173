import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Permission, allPermissions, builtInRoles, isPermission } from '#contract/core/permissions';
import { hashToken } from '#server/core/auth/tokens';
import { packageRoot } from '#server/core/package-root';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { operationsOf } from './api-docs/openapi.ts';
import type { Operation } from './api-docs/path-item.ts';

/*
 * The permissions of every operation. The test compares the behaviour of the server with the declaration of the operation and with the
 * table in docs/who-may-do-what.md. A new operation fails here until the table contains it.
 */

const api = await openSqliteApp();
afterAll(() => api.close());

interface Caller {
  readonly name: string;
  /** The permissions of the credential. Undefined means that the credential is invalid. */
  readonly permissions: readonly Permission[] | undefined;
  readonly isScript?: true;
  /** True if the password was last verified too long ago. */
  readonly isUnproven?: true;
  /** Creates the credential with a new account, because some operations revoke the session that they use. */
  token?(): Promise<string>;
}

const script = async (ownPermissions: readonly Permission[], scope: readonly Permission[]) =>
  api.scriptTokenFor(await api.tokenFor(ownPermissions), scope);

const session = (name: string, permissions: readonly Permission[]): Caller => ({
  name,
  permissions,
  token: () => api.tokenFor(permissions),
});

const apiToken = (
  name: string,
  ownPermissions: readonly Permission[],
  scope: readonly Permission[],
): Caller => ({
  name,
  permissions: scope.filter((permission) => ownPermissions.includes(permission)),
  isScript: true,
  token: () => script(ownPermissions, scope),
});

/** Changes the account or the session of a token. */
async function afterChange(token: string, table: 'users' | 'sessions', set: object): Promise<string> {
  const { kysely } = api.database;
  const { user_id, id } = await kysely
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable(table)
    .set(set)
    .where('id', '=', table === 'users' ? user_id : id)
    .execute();
  return token;
}

const longAgo = new Date(Date.now() - 3_600_000).toISOString();
const administrator = () => api.tokenFor(allPermissions);

const callers: readonly Caller[] = [
  { name: 'no one', permissions: undefined },
  session('viewer', builtInRoles.viewer),
  session('editor', builtInRoles.editor),
  session('deleter', builtInRoles.deleter),
  session('user manager', ['users:manage']),
  session('settings manager', ['settings:edit']),
  session('report reader', ['reports:read']),
  session('administrator', allPermissions),
  {
    name: 'administrator, proof too old',
    permissions: allPermissions,
    isUnproven: true,
    token: async () => afterChange(await administrator(), 'sessions', { proven_at: longAgo }),
  },
  {
    name: 'administrator, suspended since',
    permissions: undefined,
    token: async () => afterChange(await administrator(), 'users', { is_suspended: 1 }),
  },
  {
    name: 'administrator, signed out since',
    permissions: undefined,
    token: async () => afterChange(await administrator(), 'sessions', { expires_at: longAgo }),
  },
  apiToken('API token, all permissions', allPermissions, allPermissions),
  apiToken('API token, books:edit', allPermissions, ['books:edit']),
  apiToken('API token, none', allPermissions, []),
  apiToken('API token of a viewer', [], allPermissions),
];

interface Rule {
  readonly isOpen: boolean;
  /** The operation needs one of these permissions. An empty list means every user. */
  readonly permissions: readonly Permission[];
  readonly takesTokens: boolean;
  readonly needsProof: boolean;
}

function ruleOf({ security, description = '' }: Operation): Rule {
  const list = /Needs (?:the permission|one of the permissions) (`.*`)\./.exec(description)?.[1] ?? '';
  return {
    isOpen: security.length === 0,
    permissions: list.replaceAll('`', '').split(', ').filter(isPermission),
    takesTokens: !description.includes('Takes no API token.'),
    needsProof: description.includes('A session needs a password or passkey'),
  };
}

const MOST_NAMED = 4;

function describeRule({ isOpen, permissions, takesTokens, needsProof }: Rule): string {
  if (isOpen) return 'everyone';
  const actions = [...new Set(permissions.map((permission) => permission.split(':')[1]))].join(' or ');
  const all = permissions.length > MOST_NAMED ? `any permission to ${actions}` : permissions.join(' or ');
  const who = permissions.length === 0 ? 'signed in' : all;
  return [who, ...(takesTokens ? [] : ['no API token']), ...(needsProof ? ['proof'] : [])].join(', ');
}

type Cell = 'yes' | 'no' | 'sign in';

function expected(rule: Rule, { permissions, isScript, isUnproven }: Caller): Cell {
  if (rule.isOpen) return 'yes';
  if (!permissions) return 'sign in';
  if ((isScript && !rule.takesTokens) || (isUnproven && rule.needsProof)) return 'no';
  const isPermitted =
    rule.permissions.length === 0 || rule.permissions.some((permission) => permissions.includes(permission));
  return isPermitted ? 'yes' : 'no';
}

const wording = { 401: 'sign in', 403: 'no' } as const;
const verbs = {
  get: 'GET',
  head: 'HEAD',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
} as const;

interface Column {
  readonly name: string;
  /** The index of the first caller in the column. */
  readonly index: number;
}

/** Merges callers with the same cell in each row into one column. */
function equalColumns(rows: readonly (readonly Cell[])[]): Column[] {
  const columns = new Map<string, Column>();
  for (const [index, { name }] of callers.entries()) {
    const cells = rows.map((row) => row[index]).join();
    const first = columns.get(cells);
    columns.set(cells, { index: first?.index ?? index, name: first ? `${first.name}; ${name}` : name });
  }
  return [...columns.values()];
}

/** Merges requirements with the same cells into one row. */
function equalRows(rows: readonly [who: string, cells: readonly Cell[]][]): [string[], readonly Cell[]][] {
  const mergedCells = new Map<string, [string[], readonly Cell[]]>();
  for (const [who, cells] of rows)
    mergedCells.set(cells.join(), [[...(mergedCells.get(cells.join())?.[0] ?? []), who], cells]);
  return [...mergedCells.values()];
}

/** Returns the sorted paths, each with its methods, such as `GET HEAD /media/{key}`. */
function byPath(calls: readonly string[]): string[] {
  const methods = new Map<string, string[]>();
  for (const call of calls.toSorted()) {
    const [method = '', path = ''] = call.split(' ');
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return [...methods]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, list]) => `\`${list.join(' ')} ${path}\``);
}

test('enforces the declared permission of every operation, for every role and token', {
  timeout: 240_000,
}, async () => {
  const document = await api.readReference();
  const groups = new Map<string, string[]>();
  const rejections: string[] = [];
  const table = new Map<string, readonly Cell[]>();
  for (const { method, path, operation } of operationsOf(document)) {
    const rule = ruleOf(operation);
    const cells: Cell[] = [];
    for (const caller of callers) {
      const base = document.paths[path]?.servers ? '' : '/api';
      const token = await caller.token?.();
      const response = await api.app.inject({
        method: verbs[method],
        url: `${base}${path.replaceAll(/\{\w+\}/g, '999999')}`,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(operation.requestBody && { 'content-type': 'application/json' }),
        },
        ...(operation.requestBody && { payload: '{}' }),
      });
      const isRejected = response.statusCode === 401 || response.statusCode === 403;
      // A failed sign-in returns 401 too, but an empty body returns 422 first.
      const cell = isRejected ? wording[response.statusCode === 401 ? 401 : 403] : 'yes';
      expect(cell, `${operation.operationId} by ${caller.name}: ${response.body.slice(0, 200)}`).toBe(
        expected(rule, caller),
      );
      cells.push(cell);
      if (cell === 'no') rejections.push(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
    }
    const call = `${method.toUpperCase()} ${path}`;
    const who = describeRule(rule);
    // Operations with the same requirement must have the same cells.
    expect(table.get(who) ?? cells, who).toEqual(cells);
    table.set(who, cells);
    groups.set(who, [...(groups.get(who) ?? []), call]);
  }
  // The security log contains every request that was rejected with 403.
  const events = await api.database.kysely
    .selectFrom('security_events')
    .select('detail')
    .where('kind', '=', 'rejected')
    .execute();
  expect(events.map(({ detail }) => detail).toSorted()).toEqual(rejections.toSorted());
  const rows = [...table].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const columns = equalColumns(rows.map(([, cells]) => cells));
  const page = [
    '# Permissions by role',
    '',
    'Written by `npx vitest run server/core/http/permissions.test.ts --update`, which sends every request as every user.',
    'Custom roles can send the requests of their permissions, API tokens those of permissions that their owner also has.',
    '“Proof” is a confirmation with a password or passkey in the last 10 minutes.',
    '',
    `| requires | ${columns.map(({ name }) => name).join(' | ')} |`,
    `| --- | ${columns.map(() => '---').join(' | ')} |`,
    ...equalRows(rows).map(
      ([names, cells]) => `| ${names.join('; ')} | ${columns.map(({ index }) => cells[index]).join(' | ')} |`,
    ),
    '',
    '## Requests',
    '',
    ...rows.map(([who]) => `- ${who}: ${byPath(groups.get(who) ?? []).join(', ')}`),
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot(join(packageRoot, 'docs', 'who-may-do-what.md'));
});

/** The write operations that an API token without permissions can call. None of them changes data of another owner. */
const openWrites = [
  'POST /auth/logout',
  'POST /books/validate-item',
  // A token reaches only the jobs that it started. The job tests cover this.
  'POST /jobs/{id}/cancel',
  'POST /jobs/{id}/retry',
  'POST /mobile/home/preview',
  'POST /presence',
  'POST /presence/leave',
];

test('allows no write to an API token without permissions', async () => {
  const writes = operationsOf(await api.readReference()).filter(
    ({ method, operation }) => !['get', 'head'].includes(method) && operation.security.length > 0,
  );
  const writesWithAccess = writes.filter(({ operation }) => {
    const { permissions, takesTokens } = ruleOf(operation);
    return permissions.length === 0 && takesTokens;
  });
  expect(writesWithAccess.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
    openWrites,
  );
});

test('throttles every operation that accepts a secret without a session', async () => {
  const guessable = operationsOf(await api.readReference()).filter(
    ({ operation }) => operation.security.length === 0 && operation.requestBody !== undefined,
  );
  const free = guessable.filter(({ operation }) => !('429' in operation.responses));
  expect(free.map(({ path }) => path)).toEqual([]);
  expect(guessable.map(({ path }) => path)).toContain('/auth/links/use');
});
