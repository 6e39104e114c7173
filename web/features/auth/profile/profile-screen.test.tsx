import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { notifications } from '@mantine/notifications';
import { defaultPreferences } from '#contract/users/preferences';
import { type OwnSession, type Profile, profileMessages } from '#contract/auth/profile';
import { knownErrors } from '#contract/core/errors';
import { ui } from '#web/core/i18n/en/ui.ts';
import { changeListView, readListView } from '#web/core/lib/list-view.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';
import { messages } from './profile.messages.ts';

const time = '2026-01-01T00:00:00.000Z';
const later = '2999-01-01T00:00:00.000Z';
const mine: Profile = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.org',
  avatar: null,
  thumbnail_url: null,
  permissions: ['books:edit'],
  is_primary_admin: false,
  role: { id: 2, name: 'Editor' },
  preferences: defaultPreferences,
  session_count: 2,
  token_count: 0,
  version: 3,
  updated_at: time,
};
const session = (id: number, is_current: boolean): OwnSession => ({
  id,
  address: `192.0.2.${id}`,
  browser: `Firefox ${id}`,
  created_at: time,
  last_seen_at: time,
  expires_at: later,
  is_current,
});
const token = {
  id: 7,
  name: 'Nightly',
  prefix: 'lct_abcd',
  permissions: ['books:edit'],
  created_at: time,
  expires_at: later,
  last_used_at: null,
};
const twoFactor = { totp: null, passkeys: [], recovery_code_count: 0, is_required: false };
const ok = (data: unknown) => ({ success: true, message: 'OK', data });
const pageOf = (items: readonly unknown[]) =>
  ok({ items, total: items.length, objects: { total: items.length } });

async function open(tokens: readonly unknown[] = []) {
  const fake = createFakeApi(['books:edit']);
  fake.respondNext({ path: '/profile', method: 'GET' }, ok(mine));
  fake.respondNext({ path: '/profile/two-factor' }, ok(twoFactor));
  fake.respondNext({ path: '/profile/sessions' }, pageOf([session(1, true), session(2, false)]));
  fake.respondNext({ path: '/tokens', method: 'GET' }, pageOf(tokens));
  const view = renderScreen(<ProfileScreen />, { fake });
  await screen.findByText('Firefox 2');
  return view;
}
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  notifications.clean();
});

it('changes the name with the version that was read', async () => {
  const { fake, user } = await open();
  const field = screen.getByLabelText(messages.name);
  await user.clear(field);
  await user.type(field, 'Ada L.');
  fake.respondNext({ path: '/profile', method: 'PUT' }, ok({ ...mine, name: 'Ada L.', version: 4 }));
  fake.respondNext({ path: '/profile', method: 'GET' }, ok({ ...mine, name: 'Ada L.', version: 4 }));
  fake.respondNext({ path: '/profile/two-factor' }, ok(twoFactor));
  fake.respondNext({ path: '/profile/sessions' }, pageOf([]));
  fake.respondNext({ path: '/tokens', method: 'GET' }, pageOf([]));
  await user.click(await button(messages.save));
  await screen.findByText(profileMessages.updated);
  expect(fake.requestsTo('/profile', 'PUT')[0]?.body).toEqual({ version: '3', name: 'Ada L.' });
});

it('changes the password after the current one was entered', async () => {
  const { fake, user } = await open();
  await user.type(screen.getByLabelText(messages.currentPassword), 'wrong');
  await user.type(screen.getByLabelText(messages.newPassword), 'nine small otters');
  const { message } = knownErrors.passwordWrong;
  fake.failNext({
    path: '/profile/password',
    status: 422,
    message,
    errors: { current_password: message },
  });
  await user.click(await button(messages.changePassword));
  await screen.findByText(message);
  expect(screen.getByLabelText(messages.currentPassword).getAttribute('aria-invalid')).toBe('true');
  fake.respondNext({ path: '/profile/password' }, ok(null));
  await user.click(await button(messages.changePassword));
  await screen.findByText(profileMessages.passwordChanged);
  expect(screen.getByLabelText(messages.newPassword)).toHaveProperty('value', '');
});

it('revokes another session, but not the current one', async () => {
  const { fake, user } = await open();
  const list = within(screen.getByRole('region', { name: messages.sessions }));
  const [current, other] = list.getAllByRole('listitem');
  within(current as HTMLElement).getByText(messages.current);
  fake.respondNext({ path: '/profile/sessions/2' }, ok(null));
  fake.respondNext({ path: '/profile/sessions' }, pageOf([session(1, true)]));
  await user.click(within(other as HTMLElement).getByRole('button', { name: /^Sign out Firefox 2/ }));
  await screen.findByText(profileMessages.sessionEnded);
  await waitFor(() => expect(screen.queryByText('Firefox 2')).toBeNull());
  expect(screen.queryByRole('button', { name: messages.endOthers })).toBeNull();
});

it('creates a token with own permissions only, and shows it once', async () => {
  const { fake, user } = await open();
  await user.click(await button(messages.newToken));
  await user.type(await screen.findByLabelText(new RegExp(messages.tokenName)), 'Nightly');
  expect(screen.getByRole('checkbox', { name: 'Books: Delete' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'Books: Edit' }));
  fake.respondNext({ path: '/tokens', method: 'POST' }, ok({ token: 'lct_secret', entry: token }));
  fake.respondNext({ path: '/tokens', method: 'GET' }, pageOf([token]));
  await user.click(await button(messages.createToken));
  expect(await screen.findByLabelText(messages.token)).toHaveProperty('value', 'lct_secret');
  expect(fake.requestsTo('/tokens', 'POST')[0]?.body).toEqual({
    name: 'Nightly',
    permissions: ['books:edit'],
    expires_in_days: '90',
  });
  await user.click(await button(messages.done));
  await screen.findByText(/lct_abcd/);
});

it('asks for confirmation before it revokes a token', async () => {
  const { fake, user } = await open([token]);
  await user.click(await button('Revoke token Nightly'));
  const confirmation = await screen.findByRole('dialog', { name: 'Revoke Nightly?' });
  expect(fake.requestsTo('/tokens/7')).toEqual([]);
  fake.respondNext({ path: '/tokens/7' }, ok(null));
  fake.respondNext({ path: '/tokens', method: 'GET' }, pageOf([]));
  await user.click(within(confirmation).getByRole('button', { name: messages.revoke }));
  await screen.findByText(messages.noTokens);
});

it('shows an error when the account cannot be read, and reads it again', async () => {
  const fake = createFakeApi();
  fake.failNext({ path: '/profile' });
  const { user } = renderScreen(<ProfileScreen />, { fake });
  await screen.findByText(messages.fetchFailed);
  fake.respondNext({ path: '/profile' }, ok(mine));
  fake.respondNext({ path: '/profile/two-factor' }, ok(twoFactor));
  fake.respondNext({ path: '/profile/sessions' }, pageOf([]));
  fake.respondNext({ path: '/tokens' }, pageOf([]));
  await user.click(await button('Retry'));
  await screen.findByLabelText(messages.currentPassword);
});

it('stores the preferences with the account, and applies them immediately', async () => {
  const fake = createFakeApi(['books:edit']);
  fake.user = { ...fake.user, preferences: defaultPreferences };
  fake.respondNext({ path: '/profile', method: 'GET' }, ok(mine));
  fake.respondNext({ path: '/profile/two-factor' }, ok(twoFactor));
  fake.respondNext({ path: '/profile/sessions' }, pageOf([session(1, true)]));
  fake.respondNext({ path: '/tokens', method: 'GET' }, pageOf([token]));
  const { user, store } = renderScreen(<ProfileScreen />, { fake });
  const locale = await screen.findByLabelText(messages.locale);
  for (let n = 0; n < 3; n += 1) fake.respondNext({ path: '/profile', method: 'PUT' }, ok(mine));

  await user.selectOptions(locale, 'de-DE');
  screen.getByText(/28\.11\.2026, 16:05 and 12\.345,6/);
  await user.selectOptions(screen.getByLabelText(messages.rows), '25');
  expect(readListView().pageSize).toBe(25);
  await user.selectOptions(screen.getByLabelText(messages.colorScheme), 'dark');
  expect(fake.requestsTo('/profile', 'PUT').map(({ body }) => body)).toEqual([
    { locale: 'de-DE' },
    { rows: 25 },
    { color_scheme: 'dark' },
  ]);
  const likedPreferences = { color_scheme: 'dark', rows: 25, locale: 'de-DE' };
  expect(store.getState().auth.user?.preferences).toEqual(likedPreferences);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ preferences: likedPreferences });

  // A choice in a list is also stored with the account.
  fake.respondNext({ path: '/profile', method: 'PUT' }, ok(mine));
  act(() => changeListView({ pageSize: 50 }));
  await waitFor(() => expect(fake.requestsTo('/profile', 'PUT')[3]?.body).toEqual({ rows: 50 }));
});

it('shows the strength of a new password while it is typed', async () => {
  const { user } = await open();
  const field = screen.getByLabelText(messages.newPassword);
  await user.type(field, 'ada@example.org');
  await screen.findByText(ui.strength.weakest, {}, { timeout: 20_000 });
  await user.clear(field);
  expect(screen.queryByText(ui.strength.weakest)).toBeNull();
  await user.type(field, 'xK9$');
  screen.getByText(ui.strength.short);
  await user.type(field, ' nine small otters');
  screen.getByText(ui.strength.strong);
});
