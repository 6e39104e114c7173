import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeUserEntry, ok, pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SecurityLogScreen } from './security-log-screen.tsx';
import { securityLogMessages as messages } from './security-log.messages.ts';
import { messages as usersMessages } from './users.messages.ts';

const event = {
  id: 1,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'role_changed',
  user: null,
  actor: { id: 1, name: 'Admin' },
  address: '192.0.2.9',
  browser: 'Chrome on Linux',
  detail: 'Proofreader: books:edit, users:manage, other:edit',
};

function open(route: string, events: readonly unknown[]) {
  const fake = createFakeApi();
  fake.respondNext({ path: '/security-log' }, pageOf(events));
  fake.respondNext({ path: '/users/7' }, ok(fakeUserEntry(7)));
  return renderScreen(<SecurityLogScreen />, { fake, route });
}

it('shows each event with user, source and time', async () => {
  open('/settings/security-log', [event]);
  const row = (await screen.findByRole('cell', { name: messages.kinds.role_changed })).closest(
    'tr',
  ) as HTMLElement;
  const detail = 'Proofreader: Books: Edit, Manage users and roles, other:edit';
  for (const text of ['Admin', '192.0.2.9', 'Chrome on Linux', detail]) within(row).getByText(text);
});

it('filters by type of event, and offers to reset the filter without results', async () => {
  const { fake, user } = open('/settings/security-log', [event]);
  await screen.findByRole('cell', { name: messages.kinds.role_changed });
  fake.respondNext({ path: '/security-log' }, pageOf([]));
  await user.selectOptions(screen.getByLabelText(messages.kind), 'rejected');
  await screen.findByText(messages.emptyText);
  expect(fake.requestsTo('/security-log').at(-1)?.query).toMatchObject({ kind: 'rejected', page: 1 });
  fake.respondNext({ path: '/security-log' }, pageOf([event]));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByRole('cell', { name: messages.kinds.role_changed });
});

it('filters by a user, named on the screen, until all users are shown', async () => {
  const { fake, user, location } = open('/settings/security-log?user_id=7', [event]);
  await screen.findByText('Events by or affecting Person 7');
  expect(fake.requestsTo('/security-log')[0]?.query).toMatchObject({ user_id: 7 });
  fake.respondNext({ path: '/security-log' }, pageOf([event]));
  await user.click(screen.getByRole('button', { name: usersMessages.showAll }));
  expect(location()).toBe('/settings/security-log');
  expect(fake.requestsTo('/security-log').at(-1)?.query).not.toHaveProperty('user_id', 7);
});

it('shows nothing without the permission to manage users', () => {
  const { fake } = renderScreen(<SecurityLogScreen />, { permissions: ['settings:edit'] });
  screen.getByText(usersMessages.forbiddenTitle);
  expect(fake.calls).toEqual([]);
});
