import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '#contract/users/roles';
import { roleMessages } from '#contract/users/roles';
import { knownErrors } from '#contract/core/errors';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeRoles, ok, pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { RolesScreen } from './roles-screen.tsx';
import { rolesMessages as messages } from './roles.messages.ts';
import { messages as usersMessages } from './users.messages.ts';

const proof: Role = {
  id: 9,
  name: 'Proofreader',
  is_built_in: false,
  permissions: ['books:edit'],
  requires_two_factor: false,
  user_count: 3,
  version: 4,
  updated_at: '2026-01-01T00:00:00.000Z',
};
const holders = [
  { permission: 'books:edit', user_count: 5, roles: [{ id: 1, name: 'Admin' }, proof] },
  { permission: 'users:manage', user_count: 1, roles: [{ id: 1, name: 'Admin' }] },
  { permission: 'books:delete', user_count: 0, roles: [] },
];

function open(permissions?: readonly string[]) {
  const fake = createFakeApi(permissions);
  const respondToReads = () => {
    fake.respondNext({ path: '/roles', method: 'GET' }, pageOf([...fakeRoles, proof]));
    fake.respondNext({ path: '/roles/permissions' }, pageOf(holders));
  };
  respondToReads();
  return { ...renderScreen(<RolesScreen />, { fake }), respondToReads };
}
const button = (name: string) => screen.findByRole('button', { name });
const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

it('lists roles with their permissions and users', async () => {
  open();
  const row = (await screen.findByText('Proofreader')).closest('tr') as HTMLElement;
  within(row).getByText('1 permission');
  const users = within(row).getByRole('link', { name: '3 users with the Proofreader role' });
  expect(users.getAttribute('href')).toBe('/users?role_id=9');
  const admin = screen.getByText('Admin').closest('tr') as HTMLElement;
  within(admin).getByText(messages.all);
  within(admin).getByText(messages.builtIn);
  expect(within(admin).queryByRole('button', { name: 'Delete Admin' })).toBeNull();
});

it('shows the number of affected users before a save, and sends the whole role', async () => {
  const { fake, user, respondToReads } = open();
  await user.click(await button('Edit Proofreader'));
  await screen.findByText('3 users have this role. Changes apply immediately when you save.');
  await user.click(await box('Books: Delete'));
  await user.click(await box('Books: Edit'));
  await user.click(await box(messages.requiresTwoFactor));
  fake.respondNext({ path: '/roles/9', method: 'PUT' }, ok(proof));
  respondToReads();
  await user.click(await button(messages.save));
  await screen.findByText(roleMessages.updated);
  expect(fake.requestsTo('/roles/9')[0]?.body).toEqual({
    name: 'Proofreader',
    permissions: ['books:delete'],
    requires_two_factor: true,
    version: 4,
  });
  await waitFor(() => expect(fake.requestsTo('/roles/permissions')).toHaveLength(2));
});

it('changes only the two-factor requirement of a built-in role', async () => {
  const { fake, user, respondToReads } = open();
  await user.click(await button('Edit Admin'));
  await screen.findByText(messages.builtInHint);
  expect((await box('Books: Edit')).disabled).toBe(true);
  await user.click(await box(messages.requiresTwoFactor));
  fake.respondNext({ path: '/roles/1', method: 'PUT' }, ok(fakeRoles[0]));
  respondToReads();
  await user.click(await button(messages.save));
  await screen.findByText(roleMessages.updated);
  expect(fake.requestsTo('/roles/1')[0]?.body).toEqual({ requires_two_factor: true, version: 1 });
});

it("offers only the user's own permissions, and marks a missing or existing name", async () => {
  const { fake, user, respondToReads } = open(['users:manage', 'books:edit']);
  await user.click(await button(messages.add));
  expect((await box('Books: Delete')).disabled).toBe(true);
  await user.click(await box('Books: Edit'));
  await user.click(await button(messages.create));
  await screen.findByRole('alert');
  expect(fake.requestsTo('/roles', 'POST')).toEqual([]);
  const name = screen.getByLabelText(/^Name/);
  expect(document.activeElement).toBe(name);

  await user.type(name, ' Proofreader ');
  const { message, code } = knownErrors.roleNameTaken('Proofreader');
  fake.failNext({ path: '/roles', method: 'POST', status: 409, message, code });
  await user.click(await button(messages.create));
  await screen.findByText(message);

  await user.type(name, '2');
  fake.respondNext({ path: '/roles', method: 'POST' }, ok(proof));
  respondToReads();
  await user.click(await button(messages.create));
  await screen.findByText(roleMessages.created);
  expect(fake.requestsTo('/roles', 'POST')[1]?.body).toEqual({
    name: 'Proofreader 2',
    permissions: ['books:edit'],
    requires_two_factor: false,
  });
});

it('loads the stored version after a concurrent change of a role', async () => {
  const { fake, user } = open();
  await user.click(await button('Edit Proofreader'));
  await user.click(await box('Books: Delete'));
  fake.failNext({
    path: '/roles/9',
    method: 'PUT',
    status: 409,
    code: 'roles.version_conflict',
    message: 'This role was changed by someone else since you opened it.',
  });
  await user.click(await button(messages.save));
  fake.respondNext({ path: '/roles/9', method: 'GET' }, ok({ ...proof, permissions: [], version: 5 }));
  await user.click(await button('Load latest version'));
  await waitFor(async () => expect((await box('Books: Edit')).checked).toBe(false));
});

it('deletes a role after a confirmation, and shows why the server rejects it', async () => {
  const { fake, user } = open();
  await user.click(await button('Delete Proofreader'));
  const confirmation = await screen.findByRole('dialog', { name: 'Delete role “Proofreader”?' });
  const { message, code } = knownErrors.roleInUse(3);
  fake.failNext({ path: '/roles/9', method: 'DELETE', status: 409, message, code });
  await user.click(within(confirmation).getByRole('button', { name: messages.deleteAction }));
  await screen.findByText(message);
});

it('shows the users with a permission, with a link to them', async () => {
  const { user } = open();
  await screen.findByText(/^5 users have this permission/);
  screen.getByText(/Admin and Proofreader/);
  const show = screen.getByRole('link', { name: messages.show_other });
  expect(show.getAttribute('href')).toBe('/users?permission=books%3Aedit');
  await user.selectOptions(screen.getByLabelText(messages.permission), 'books:delete');
  screen.getByText(/No role grants this permission/);
  expect(screen.queryByRole('link', { name: /^Show/ })).toBeNull();
});

it('shows nothing without the permission to manage users', () => {
  const { fake } = renderScreen(<RolesScreen />, { permissions: ['books:edit'] });
  screen.getByText(usersMessages.forbiddenTitle);
  expect(fake.calls).toEqual([]);
});
