import { expect, it } from 'vitest';
import { createApplication } from '#web/app/create-application.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { notificationAdded } from './notifications.slice.ts';
import { logout } from './auth.slice.ts';
import { createSessionStorage } from './session-storage.ts';

const sessions = createSessionStorage(localStorage);

function openAs(email: string) {
  const { user } = createFakeApi();
  sessions.write({
    access_token: 'fake-token',
    token_type: 'Bearer',
    expires_in: 3600,
    user: { ...user, email },
  });
  return createApplication({ tabStorage: sessionStorage }).store;
}

const messages = (store: ReturnType<typeof openAs>) =>
  store.getState().notifications.entries.map(({ message }) => message);

it('restores notifications after a reload, with the unseen marker', () => {
  const store = openAs('ada@example.org');
  store.dispatch(notificationAdded({ outcome: 'success', message: 'Book created', subject: 'Moby' }));
  store.dispatch(
    notificationAdded({ outcome: 'failure', message: 'No', attempted_action: 'Failed to delete book' }),
  );
  const reloadedStore = openAs('ada@example.org');
  expect(reloadedStore.getState().notifications).toEqual(store.getState().notifications);
  expect(reloadedStore.getState().notifications).toMatchObject({
    entries: [{ attempted_action: 'Failed to delete book' }, { subject: 'Moby', isUnseen: true }],
  });
});

it('shows no notifications of other accounts', () => {
  openAs('ada@example.org').dispatch(notificationAdded({ outcome: 'success', message: 'Book created' }));
  expect(messages(openAs('bob@example.org'))).toEqual([]);
});

it('deletes notifications on logout', () => {
  const store = openAs('ada@example.org');
  store.dispatch(notificationAdded({ outcome: 'success', message: 'Book created' }));
  store.dispatch(logout());
  expect(sessionStorage.length).toBe(0);
  expect(messages(openAs('ada@example.org'))).toEqual([]);
});

it('limits the number and the length of notifications', () => {
  const store = openAs('ada@example.org');
  for (let count = 0; count < 250; count += 1)
    store.dispatch(notificationAdded({ outcome: 'failure', message: 'x'.repeat(5_000) }));
  const { entries } = openAs('ada@example.org').getState().notifications;
  expect(entries).toHaveLength(200);
  expect(entries[0]?.message).toHaveLength(500);
});

it.each(['', 'nonsense', '{"account":"ada@example.org","entries":1}'])(
  'has no notifications when %j is stored',
  (text) => {
    sessionStorage.setItem('lectern-activity', text);
    expect(messages(openAs('ada@example.org'))).toEqual([]);
  },
);
