import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CollectionsScreen } from '#web/features/collections/collections-screen.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

beforeEach(() => {
  notifications.clean();
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

async function deleteOne(auditLogEntry: number | undefined) {
  const fake = createFakeApi();
  fake.items.collections.push({ id: 1, title: 'Shelf', description: '', image: null, books: [], version: 1 });
  fake.auditLogEntry = auditLogEntry;
  const { user } = renderScreen(<CollectionsScreen />, { route: '/collections', fake });
  await user.click(await screen.findByRole('button', { name: 'Delete Shelf' }));
  await screen.findByText('Collection deleted successfully');
  const undone = () =>
    fake.respondNext(
      { path: '/audit-log/41/undo' },
      {
        success: true,
        message: 'OK',
        data: { entry_id: 42, kind: 'collections', record: { id: 1, name: 'Shelf' }, action: 'restored' },
      },
    );
  return { user, fake, undone };
}

it('undoes a delete from its toast, and reads the list again', async () => {
  const { user, fake, undone } = await deleteOne(41);
  undone();
  const reads = fake.requestsTo('/books/collections', 'GET').length;
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Change to Shelf undone');
  expect(fake.requestsTo('/audit-log/41/undo', 'POST')).toHaveLength(1);
  await waitFor(() => expect(fake.requestsTo('/books/collections', 'GET').length).toBeGreaterThan(reads));
});

it('undoes it by keyboard, but not while something is typed', async () => {
  const { fake, undone } = await deleteOne(41);
  undone();
  fireEvent.keyDown(screen.getByPlaceholderText('Search collections by name...'), {
    key: 'z',
    ctrlKey: true,
  });
  expect(fake.requestsTo('/audit-log/41/undo')).toHaveLength(0);
  fireEvent.keyDown(document.body, { key: 'z', metaKey: true });
  await screen.findByText('Change to Shelf undone');
  fireEvent.keyDown(document.body, { key: 'z', metaKey: true });
  expect(fake.requestsTo('/audit-log/41/undo', 'POST')).toHaveLength(1);
});

it('says why not, with the way to the comparison', async () => {
  const { user, fake } = await deleteOne(41);
  fake.failNext({ path: '/audit-log/41/undo', status: 409, message: 'It was changed since.' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('It was changed since.');
  expect(screen.getByRole('link', { name: 'View changes' }).getAttribute('href')).toBe('/history/entries/41');
});

it('offers nothing where the server remembers nothing', async () => {
  await deleteOne(undefined);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
