import { expect, it } from 'vitest';
import { allPermissions } from '#contract/permissions';
import { fakeUser } from '../testing/fake-records.ts';
import { signedOut } from './auth-slice.ts';
import { selectPermissions } from './permissions.ts';

const { permissions: _permissions, ...plainUser } = fakeUser;
const allowList = { admin_emails: ['Boss@Example.org'] };

it.each([
  ['nobody', null, []],
  ['the server’s list', { ...fakeUser, permissions: ['books:edit', 'moon:land'] }, ['books:edit']],
  [
    'an empty list of the server, even on the allow-list',
    { ...fakeUser, ...allowList, email: 'boss@example.org', permissions: [] },
    [],
  ],
  ['a user without a list', plainUser, []],
  ['a user without a list beside the allow-list', { ...plainUser, ...allowList }, []],
  [
    'a user without a list on the allow-list',
    { ...plainUser, ...allowList, email: ' boss@example.ORG' },
    allPermissions,
  ],
])('grants %s its due', (_, user, expected) => {
  const granted = selectPermissions({ auth: { ...signedOut, user } });
  expect([...granted]).toEqual(expected);
});
