import { createHash } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { allPermissions, resourceNames } from '#contract/core/permissions';
import { fakeUser } from '#web/testing/fake-records.ts';
import { signedOut } from './auth.slice.ts';
import {
  lacksDeletePermission,
  lacksEditPermission,
  lacksPermission,
  selectPermissions,
} from './permissions.ts';

const { permissions: _permissions, ...plainUser } = fakeUser;

function renderAllowList(address: string): void {
  const meta = document.createElement('meta');
  meta.name = 'lectern-allow-list';
  meta.content = `5a17:${createHash('sha256').update(`5a17:${address}`).digest('hex')}`;
  document.head.append(meta);
}

afterEach(() => document.querySelector('meta[name="lectern-allow-list"]')?.remove());

it.each([
  ['nobody', null, []],
  ['the server’s list', { ...fakeUser, permissions: ['books:edit', 'moon:land'] }, ['books:edit']],
  ['an empty list of the server', { ...fakeUser, email: 'boss@example.org', permissions: [] }, []],
  ['a user without a list who is not on the allow-list', plainUser, []],
  ['a user without a list on the allow-list', { ...plainUser, email: ' boss@example.ORG' }, allPermissions],
])('grants the permissions of %s', (_, user, expected) => {
  renderAllowList('boss@example.org');
  expect([...selectPermissions({ auth: { ...signedOut, user } })]).toEqual(expected);
});

it.each([undefined, '', '__ALLOW_LIST__'])('grants nothing with the allow-list %s', (content) => {
  renderAllowList('boss@example.org');
  const meta = document.querySelector('meta[name="lectern-allow-list"]');
  if (content === undefined) meta?.remove();
  else meta?.setAttribute('content', content);
  expect(lacksEditPermission({ ...plainUser, email: 'boss@example.org' }, 'books')).toBe(true);
});

it('checks edit and delete permissions separately for each resource', () => {
  for (const resource of resourceNames) {
    const editor = { ...fakeUser, permissions: [`${resource}:edit`] };
    const deleter = { ...fakeUser, permissions: [`${resource}:delete`] };
    const lacks = resourceNames.map((name) => [
      lacksEditPermission(editor, name),
      lacksDeletePermission(editor, name),
      lacksEditPermission(deleter, name),
      lacksDeletePermission(deleter, name),
    ]);
    const expected = resourceNames.map((name) => [name !== resource, true, true, name !== resource]);
    expect(lacks).toEqual(expected);
  }
  expect([lacksEditPermission(null, 'books'), lacksDeletePermission(null, 'books')]).toEqual([true, true]);
});

it('checks every permission by name', () => {
  const user = { ...fakeUser, permissions: ['books:edit', 'settings:edit'] };
  expect(allPermissions.filter((permission) => !lacksPermission(user, permission))).toEqual([
    'books:edit',
    'settings:edit',
  ]);
});
