import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type UserEntry, userMessages } from '#contract/users/users';
import { knownErrors } from '#contract/core/errors';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeRoles as roles, fakeUserEntry as entry, ok, pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { UsersScreen } from './users-screen.tsx';
import { messages } from './users.messages.ts';

const link = {
  kind: 'invitation',
  path: `/invitation#${'b'.repeat(43)}`,
  expires_at: '2030-01-01T00:00:00.000Z',
  is_mailed: false,
};

function open(users: readonly UserEntry[], permissions?: readonly string[]) {
  const fake = createFakeApi(permissions);
  fake.respondNext({ path: '/users', method: 'GET' }, pageOf(users));
  fake.respondNext({ path: '/roles' }, pageOf(roles));
  return renderScreen(<UsersScreen />, { fake });
}
const button = (name: string) => screen.findByRole('button', { name });

it('lists users with role, status and overrides', async () => {
  open([
    entry(1, { added: ['books:edit'], role: { id: 3, name: 'Deleter' } }),
    entry(2, { state: 'invited', session_count: 0 }),
  ]);
  const first = (await screen.findByText('Person 1')).closest('tr') as HTMLElement;
  within(first).getByText('person-1@example.org');
  within(first).getByText('Can delete only');
  within(first).getByText('1 override');
  within(first).getByText(messages.states.active);
  within(first).getByText(messages.never);
  within((await screen.findByText('Person 2')).closest('tr') as HTMLElement).getByText(
    messages.states.invited,
  );
});

it('requests the filtered users', async () => {
  const { fake, user } = open([entry(1)]);
  await screen.findByText('Person 1');
  fake.respondNext({ path: '/users' }, pageOf([]));
  await user.selectOptions(screen.getByLabelText(messages.state), 'suspended');
  await screen.findByText(messages.emptyFiltered);
  expect(fake.requestsTo('/users').at(-1)?.query).toMatchObject({ state: 'suspended', page: 1 });
});

it('invites a user with the least powerful role, and shows the link once', async () => {
  const { fake, user } = open([entry(1)]);
  await screen.findByText('Person 1');
  await user.click(await button(messages.invite));
  await user.type(await screen.findByLabelText(/^Name/), ' Iva ');
  await user.type(screen.getByLabelText(/^Email/), 'iva@example.org');
  fake.respondNext({ path: '/users', method: 'POST' }, ok({ user: entry(3, { name: 'Iva' }), link }));
  fake.respondNext({ path: '/users', method: 'GET' }, pageOf([entry(1), entry(3, { name: 'Iva' })]));
  fake.respondNext({ path: '/users', method: 'GET' }, pageOf([entry(1), entry(3, { name: 'Iva' })]));
  await user.click(await button(messages.inviteSubmit));
  const linkField = await screen.findByLabelText(messages.link);
  expect(linkField).toHaveProperty('value', `${window.location.origin}${link.path}`);
  expect(fake.requestsTo('/users', 'POST')[0]?.body).toEqual({
    name: 'Iva',
    email: 'iva@example.org',
    role_id: 4,
  });
  await screen.findByText(userMessages.invited);
});

it("rejects an invalid address without a request, and shows the server's error", async () => {
  const { fake, user } = open([entry(1)]);
  await screen.findByText('Person 1');
  await user.click(await button(messages.invite));
  await user.type(await screen.findByLabelText(/^Name/), 'Iva');
  await user.type(screen.getByLabelText(/^Email/), 'nobody');
  await user.click(await button(messages.inviteSubmit));
  await screen.findByRole('alert');
  expect(fake.requestsTo('/users', 'POST')).toEqual([]);

  await user.type(screen.getByLabelText(/^Email/), '@example.org');
  const { message } = knownErrors.emailTaken('nobody@example.org');
  fake.failNext({ path: '/users', method: 'POST', status: 409, message, code: 'users.email_taken' });
  await user.click(await button(messages.inviteSubmit));
  await screen.findByText(message);
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Iva');
});

it('grants and removes single permissions in addition to the role', async () => {
  const { fake, user } = open([entry(1, { role: { id: 2, name: 'Editor' }, permissions: ['books:edit'] })]);
  await screen.findByText('Person 1');
  await user.click(await button('Edit Person 1'));
  const may = (name: string) => screen.findByRole('checkbox', { name });
  await user.click(await may('Books: Edit'));
  await user.click(await may('Books: Delete'));
  await may('Books: Edit (Override)');
  fake.respondNext({ path: '/users/1', method: 'PUT' }, ok(entry(1)));
  fake.respondNext({ path: '/users', method: 'GET' }, pageOf([entry(1)]));
  await user.click(await button(messages.saveSubmit));
  await screen.findByText(userMessages.updated);
  expect(fake.requestsTo('/users/1')[0]?.body).toEqual({
    name: 'Person 1',
    email: 'person-1@example.org',
    role_id: 2,
    added: ['books:delete'],
    removed: ['books:edit'],
    version: 1,
  });
});

it("asks for confirmation before it suspends an account, and shows the server's error", async () => {
  const { fake, user } = open([entry(1)]);
  await screen.findByText('Person 1');
  await user.click(await button('More actions for Person 1'));
  await user.click(await screen.findByRole('menuitem', { name: messages.suspend }));
  const confirmation = await screen.findByRole('dialog', { name: 'Suspend Person 1?' });
  expect(fake.requestsTo(/suspend/)).toEqual([]);
  const { message, code } = knownErrors.lastManager;
  fake.failNext({ path: '/users/1/suspend', status: 409, message, code });
  await user.click(within(confirmation).getByRole('button', { name: messages.suspend }));
  await screen.findByText(message);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('filters by a permission in the address, and offers to remove the filter', async () => {
  const fake = createFakeApi();
  fake.respondNext({ path: '/users', method: 'GET' }, pageOf([entry(1)]));
  fake.respondNext({ path: '/roles' }, pageOf(roles));
  const { user, location } = renderScreen(<UsersScreen />, {
    fake,
    route: '/users?permission=books%3Adelete',
  });
  await screen.findByText('Users with permission: Books: Delete');
  expect(fake.requestsTo('/users')[0]?.query).toMatchObject({ permission: 'books:delete' });
  fake.respondNext({ path: '/users', method: 'GET' }, pageOf([entry(1)]));
  await user.click(await button(messages.showAll));
  expect(location()).toBe('/users');
});

it('creates a password reset link immediately', async () => {
  const { fake, user } = open([entry(1)]);
  await screen.findByText('Person 1');
  fake.respondNext({ path: '/users/1/link' }, ok({ ...link, kind: 'password' }));
  fake.respondNext({ path: '/users', method: 'GET' }, pageOf([entry(1)]));
  await user.click(await button('More actions for Person 1'));
  await user.click(await screen.findByRole('menuitem', { name: messages.makePasswordLink }));
  await screen.findByLabelText(messages.link);
});

it('shows nothing without the permission to manage users', () => {
  const { fake } = renderScreen(<UsersScreen />, { permissions: ['books:edit'] });
  screen.getByText(messages.forbiddenTitle);
  expect(fake.calls).toEqual([]);
});
