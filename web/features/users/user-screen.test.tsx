import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/audit-log/audit-log';
import type { UserDetails } from '#contract/users/users';
import { userMessages } from '#contract/users/users';
import { exampleEntry } from '#web/testing/audit-log-entry.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { laterCommonMessages } from '#web/core/i18n/en/later.ts';
import { fakeRoles, fakeUserEntry, ok, pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { UserScreen } from './user-screen.tsx';
import { userScreenMessages } from './user.messages.ts';
import { messages } from './users.messages.ts';

const time = '2026-01-01T00:00:00.000Z';
const session = {
  id: 21,
  address: '192.0.2.7',
  browser: 'Firefox on Windows',
  created_at: time,
  last_seen_at: time,
  expires_at: '2030-01-01T00:00:00.000Z',
  is_current: false,
};
const token = {
  id: 31,
  name: 'Nightly import',
  prefix: 'lct_ab12',
  permissions: ['books:edit' as const],
  created_at: time,
  expires_at: '2030-01-01T00:00:00.000Z',
  last_used_at: null,
};
const event = {
  id: 1,
  at: time,
  kind: 'sign_in_failed',
  user: { id: 7, name: 'Person 7' },
  actor: null,
  address: '192.0.2.9',
  browser: 'Chrome on Linux',
  detail: '',
};
const entry: AuditLogEntry = {
  ...exampleEntry,
  actor: { id: 7, name: 'Person 7' },
  kind: 'books',
  record: { id: 3, name: 'The Long Road' },
  action: 'created',
  fields: [],
};

function open(more: Partial<UserDetails> = {}, permissions?: readonly string[]) {
  const fake = createFakeApi(permissions);
  const details = fakeUserEntry(7, { sessions: [session], tokens: [token], ...more });
  const respondToReads = (next: Partial<UserDetails> = {}) => {
    fake.respondNext({ path: '/users/7', method: 'GET' }, ok({ ...details, ...next }));
    fake.respondNext({ path: '/security-log' }, pageOf([event]));
  };
  respondToReads();
  fake.respondNext({ path: '/roles' }, pageOf(fakeRoles));
  fake.respondNext({ path: '/audit-log' }, pageOf([entry]));
  const view = renderScreen(
    <Routes>
      <Route path="/users/:id" element={<UserScreen />} />
      <Route path="/users" element={<p>The list</p>} />
    </Routes>,
    { fake, route: '/users/7' },
  );
  return { ...view, respondToReads };
}
const region = (name: string) => screen.findByRole('region', { name });
const button = (name: string) => screen.findByRole('button', { name });

it('shows permissions, sessions, changes and security events of a user', async () => {
  const { fake } = open({
    role: { id: 2, name: 'Editor' },
    permissions: ['books:edit', 'books:delete'],
    added: ['books:delete'],
    removed: ['challenges:edit'],
  });
  await screen.findByRole('heading', { level: 1, name: 'Person 7' });
  const permissions = await region(userScreenMessages.permissions);
  expect(within(permissions).getByRole<HTMLInputElement>('checkbox', { name: 'Books: Edit' }).checked).toBe(
    true,
  );
  within(permissions).getByRole('checkbox', { name: 'Books: Delete (Override)' });
  within(permissions).getByRole('checkbox', { name: 'Challenges: Edit (Override)' });
  within(await region(userScreenMessages.sessions)).getByText('Firefox on Windows · 192.0.2.7');
  within(await region(userScreenMessages.tokens)).getByText(
    /^Books: Edit · Expires Jan 1, 2030 · Never used/,
  );
  within(await region(userScreenMessages.did)).getByRole('link', {
    name: 'Person 7 created “The Long Road”',
  });
  const log = await region(userScreenMessages.log);
  await within(log).findByText('Sign-in failed');
  expect(within(log).getByRole('link').getAttribute('href')).toBe('/settings/security-log?user_id=7');
  expect(fake.requestsTo('/audit-log')[0]?.query).toMatchObject({ actor_id: 7 });
  expect(fake.requestsTo('/security-log')[0]?.query).toMatchObject({ user_id: 7 });
});

it('revokes a session and a token, and reads everything again', async () => {
  const { fake, user, respondToReads } = open();
  fake.respondNext({ path: '/user-sessions/21', method: 'DELETE' }, ok(null));
  respondToReads({ sessions: [] });
  await user.click(await button('Sign out Firefox on Windows, 192.0.2.7'));
  await screen.findByText(userScreenMessages.noSessions);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  fake.respondNext({ path: '/user-tokens/31', method: 'DELETE' }, ok(null));
  respondToReads({ sessions: [], tokens: [] });
  await user.click(await button('Revoke token Nightly import'));
  await screen.findByText(userScreenMessages.noTokens);
  await waitFor(() => expect(fake.requestsTo('/security-log')).toHaveLength(3));
});

it('shows the error of a rejected revocation, and keeps the entry', async () => {
  const { fake, user } = open();
  fake.failNext({ path: '/user-sessions/21', status: 404, message: 'Session not found.' });
  await user.click(await button('Sign out Firefox on Windows, 192.0.2.7'));
  await screen.findByText('Session not found.');
  await button('Sign out Firefox on Windows, 192.0.2.7');
});

it('resets two-factor authentication after a confirmation', async () => {
  const { fake, user, respondToReads } = open({ has_two_factor: true });
  await screen.findByText(userScreenMessages.twoFactorOn);
  await user.click(await button('More actions for Person 7'));
  await user.click(await screen.findByRole('menuitem', { name: messages.resetTwoFactor }));
  const confirmation = await screen.findByRole('dialog', {
    name: 'Reset two-factor authentication for Person 7?',
  });
  fake.respondNext({ path: '/users/7/reset-two-factor' }, ok(fakeUserEntry(7)));
  respondToReads({ has_two_factor: false });
  await user.click(within(confirmation).getByRole('button', { name: messages.resetTwoFactor }));
  await screen.findByText(userMessages.twoFactorReset);
  await screen.findByText(userScreenMessages.twoFactorOff);
});

it('returns to the list after the account is deleted', async () => {
  const { fake, user, location } = open();
  await user.click(await button('More actions for Person 7'));
  await user.click(await screen.findByRole('menuitem', { name: messages.delete }));
  fake.respondNext({ path: '/users/7', method: 'DELETE' }, ok(null));
  const confirmation = await screen.findByRole('dialog', { name: 'Delete “Person 7”?' });
  await user.click(within(confirmation).getByRole('button', { name: messages.delete }));
  await screen.findByText('The list');
  expect(location()).toBe('/users');
});

it('hides the changes of a user without the permission to read the audit log', async () => {
  const { fake } = open({ state: 'invited' }, ['users:manage']);
  await screen.findByText(userScreenMessages.didForbidden);
  screen.getByText(userScreenMessages.noInvitation);
  const heading = screen.getByRole('heading', { level: 1 }).textContent;
  await waitFor(() => expect(document.title).toBe(`${heading} · Lectern`));
  expect(fake.requestsTo('/audit-log')).toEqual([]);
});

it('shows that the user does not exist', async () => {
  const fake = createFakeApi();
  const message = 'This user does not exist.';
  fake.failNext({ path: '/users/7', status: 404, message });
  fake.respondNext({ path: '/roles' }, pageOf(fakeRoles));
  renderScreen(
    <Routes>
      <Route path="/users/:id" element={<UserScreen />} />
    </Routes>,
    { fake, route: '/users/7' },
  );
  await screen.findByText(message);
  screen.getByText('No user has this address. The account may have been deleted.');
  // Links to the search and the list instead of a retry.
  screen.getByRole('button', { name: 'Search catalogue' });
  expect(screen.getByRole('link', { name: 'View list' }).getAttribute('href')).toBe('/users');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('shows nothing without the permission to manage users', () => {
  const { fake } = renderScreen(<UserScreen />, { permissions: ['books:edit'] });
  screen.getByText(messages.forbiddenTitle);
  expect(fake.calls).toEqual([]);
});

it('exports the personal data of a user, and shows why it failed', async () => {
  const { fake, user } = open();
  fake.failNext({ path: '/users/7/personal-data', status: 403, message: 'This user has more permissions.' });
  const section = await region(laterCommonMessages.personalData.heading);
  await user.click(within(section).getByRole('button', { name: laterCommonMessages.personalData.export }));
  await screen.findByText('This user has more permissions.');
});
