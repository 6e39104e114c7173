import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Permission, allPermissions, builtInRoles, isPermission } from '#contract/core/permissions';
import { packageRoot } from '#server/core/package-root';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { operationsOf } from './api-docs/openapi.ts';
import type { Operation } from './api-docs/path-item.ts';

/*
 * Who may make which call, tried out for every call of the reference: what the server does must be what the call declares, and
 * the table in docs/who-may-do-what.md must say so. A new call fails here until the table names it.
 */

let api: Awaited<ReturnType<typeof openSqliteApp>>;
beforeAll(async () => {
  api = await openSqliteApp();
});
afterAll(() => api.close());

interface Caller {
  readonly name: string;
  readonly permissions: readonly Permission[] | undefined;
  readonly isScript?: true;
  /** A token of a fresh account: some calls end the session that makes them. */
  token?(): Promise<string>;
}

const script = async (owned: readonly Permission[], scope: readonly Permission[]) =>
  api.scriptTokenFor(await api.tokenFor(owned), scope);

const callers: readonly Caller[] = [
  { name: 'nobody', permissions: undefined },
  ...(['viewer', 'editor', 'deleter', 'admin'] as const).map(
    (role): Caller => ({
      name: role,
      permissions: builtInRoles[role],
      token: () => api.tokenFor(builtInRoles[role]),
    }),
  ),
  {
    name: 'admin’s token for everything',
    permissions: allPermissions,
    isScript: true,
    token: () => script(allPermissions, allPermissions),
  },
  {
    name: 'admin’s token for nothing',
    permissions: [],
    isScript: true,
    token: () => script(allPermissions, []),
  },
  {
    name: 'viewer’s token for everything',
    permissions: [],
    isScript: true,
    token: () => script([], allPermissions),
  },
];

interface Rule {
  readonly isOpen: boolean;
  /** One of them is needed; none for every user. */
  readonly permissions: readonly Permission[];
  readonly takesTokens: boolean;
}

function ruleOf({ security, description = '' }: Operation): Rule {
  const list = /Needs (?:the permission|one of the permissions) (`.*`)\./.exec(description)?.[1] ?? '';
  return {
    isOpen: security.length === 0,
    permissions: list.replaceAll('`', '').split(', ').filter(isPermission),
    takesTokens: !/Takes no (API token|token for scripts)\./.test(description),
  };
}

function inWords({ isOpen, permissions, takesTokens }: Rule): string {
  if (isOpen) return 'everyone';
  const who = permissions.length === 0 ? 'signed in' : permissions.join(' or ');
  return takesTokens ? who : `${who}, no API token`;
}

function expected(rule: Rule, { permissions, isScript }: Caller): 'yes' | 'no' | 'sign in' {
  if (rule.isOpen) return 'yes';
  if (!permissions) return 'sign in';
  if (isScript && !rule.takesTokens) return 'no';
  const isPermitted =
    rule.permissions.length === 0 || rule.permissions.some((one) => permissions.includes(one));
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

test('every call asks for what it declares, of every role and token', { timeout: 240_000 }, async () => {
  const document = await api.readReference();
  const rows: string[] = [];
  for (const { method, path, operation } of operationsOf(document)) {
    const rule = ruleOf(operation);
    const cells: string[] = [];
    for (const caller of callers) {
      const base = document.paths[path]?.servers ? '' : '/api';
      const token = await caller.token?.();
      const answer = await api.app.inject({
        method: verbs[method],
        url: `${base}${path.replaceAll(/\{\w+\}/g, '999999')}`,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(operation.requestBody && { 'content-type': 'application/json' }),
        },
        ...(operation.requestBody && { payload: '{}' }),
      });
      const isRejected = answer.statusCode === 401 || answer.statusCode === 403;
      // A wrong sign-in is 401 as well, but not for want of a session; an empty one is 422.
      const cell = isRejected ? wording[answer.statusCode === 401 ? 401 : 403] : 'yes';
      expect(cell, `${operation.operationId} by ${caller.name}: ${answer.body.slice(0, 200)}`).toBe(
        expected(rule, caller),
      );
      cells.push(cell);
    }
    const call = `${method.toUpperCase()} ${path}`;
    rows.push(`| \`${call}\` | ${inWords(rule)} | ${cells.join(' | ')} |`);
  }
  const table = [
    '# Who may do what',
    '',
    'Tried out for every call by `server/core/http/permissions.test.ts`, which writes this table: `npx vitest run server/core/http/permissions.test.ts -u`.',
    'Roles of your own have the calls of their permissions. A token for scripts has those of its own permissions that its owner has too.',
    '',
    `| call | needs | ${callers.map(({ name }) => name).join(' | ')} |`,
    `| --- | --- | ${callers.map(() => '---').join(' | ')} |`,
    ...rows.toSorted(),
    '',
  ].join('\n');
  await expect(table).toMatchFileSnapshot(join(packageRoot, 'docs', 'who-may-do-what.md'));
});

test('what takes a secret from somebody not signed in is throttled', async () => {
  const guessable = operationsOf(await api.readReference()).filter(
    ({ operation }) => operation.security.length === 0 && operation.requestBody !== undefined,
  );
  const free = guessable.filter(({ operation }) => !('429' in operation.responses));
  expect(free.map(({ path }) => path)).toEqual([]);
  expect(guessable.map(({ path }) => path)).toContain('/auth/links/use');
});
