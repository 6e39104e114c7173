import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppRoutes } from '#web/app/router.tsx';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/app/layout/notifications-panel.tsx';
import '#web/features/collections/collections-screen.tsx';
import '#web/features/releases/release-screen.tsx';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { addFakeRelease } from '#web/testing/fake-releases.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const entry = {
  key: 'k1',
  at: '2026-01-15T09:30:00.000Z',
  outcome: 'success' as const,
  message: 'Import is ready for review',
  attempted_action: null,
  subject: 'The Lamp',
};

it('shows notifications of other browsers, and stores those of this one', async () => {
  const fake = createFakeApi();
  fake.notifications.push({ ...entry, id: 1, is_seen: false });
  const { store, user } = renderScreen(<AppRoutes />, { route: '/collections', fake });
  const bell = await screen.findByRole('button', { name: /new notifications/ });
  act(() => {
    store.dispatch(
      notificationAdded({
        outcome: 'failure',
        message: 'No shelf',
        attempted_action: 'Failed to delete book',
      }),
    );
  });
  await user.click(bell);
  await user.click(await screen.findByRole('menuitem', { name: 'Notifications' }));
  const panel = await screen.findByRole('dialog', { name: 'Notifications' });
  const rows = within(panel).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Failed to delete book'),
    expect.stringContaining('Import is ready for reviewThe Lamp'),
  ]);
  expect(rows[1]?.textContent).toContain('Jan 15, 2026');
  await waitFor(() => expect(fake.notifications.map(({ message }) => message)).toContain('No shelf'));
  await waitFor(() => expect(fake.notifications.every(({ is_seen }) => is_seen)).toBe(true));
  await user.click(within(panel).getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(fake.notifications).toEqual([]));
});

it('links to the screen with details', async () => {
  const fake = createFakeApi();
  addFakeRelease(fake, { id: 3, name: 'Summer' });
  fake.notifications.push({ ...entry, id: 1, is_seen: true, subject: 'Summer', address: '/releases/3' });
  const { user } = renderScreen(<AppRoutes />, { route: '/collections', fake });
  await user.click(await screen.findByRole('button', { name: 'Open notifications menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Notifications' }));
  const panel = await screen.findByRole('dialog', { name: 'Notifications' });
  const link = await within(panel).findByRole('link', { name: 'Summer' });
  expect(link.getAttribute('href')).toBe('/releases/3');
  await user.click(link);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull());
  await screen.findByRole('heading', { name: 'Summer' });
  await screen.findByText('No comments yet');
});

it('sends each notification once, and works with a server that stores none', async () => {
  const fake = createFakeApi();
  const { store } = renderScreen(<AppRoutes />, { route: '/collections', fake });
  await waitFor(() => expect(fake.requestsTo('/notifications', 'GET')).toHaveLength(1));
  act(() => void store.dispatch(notificationAdded({ outcome: 'success', message: 'Saved' })));
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(store.getState().notifications.entries[0]?.isStored).toBe(true));
  expect(fake.notifications).toMatchObject([{ message: 'Saved' }]);

  fake.failNext({ path: '/notifications', method: 'POST', status: 404 });
  act(() => void store.dispatch(notificationAdded({ outcome: 'success', message: 'Saved again' })));
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(store.getState().notifications.isLocal).toBe(true));
  expect(store.getState().notifications.entries[0]).toMatchObject({ message: 'Saved again' });
});
