import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { MobileConfigsScreen } from '#web/features/mobile-configs/mobile-configs-screen.tsx';
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
  const respondToUndo = () =>
    fake.respondNext(
      { path: '/audit-log/41/undo' },
      {
        success: true,
        message: 'OK',
        data: { entry_id: 42, kind: 'collections', record: { id: 1, name: 'Shelf' }, action: 'restored' },
      },
    );
  return { user, fake, undone: respondToUndo };
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

it('undoes it by keyboard, except in text fields', async () => {
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

it('names the record, and shows the shortcut of Undo', async () => {
  await deleteOne(41);
  const toast = within(screen.getByRole('alert'));
  toast.getByText('Shelf');
  const undo = toast.getByRole('button', { name: 'Undo' });
  expect(undo.getAttribute('aria-keyshortcuts')).toBe('Control+Z Meta+Z');
  expect(undo.textContent).toBe('UndoCtrlZ');
});

it('focuses the newest toast on F8', async () => {
  const { user } = await deleteOne(41);
  screen.getByPlaceholderText('Search collections by name...').focus();
  await user.keyboard('{F8}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
});

it('offers Undo with its shortcut for a saved mobile config, and names it', async () => {
  const fake = createFakeApi();
  const config = { id: 1, title: 'Home', is_main_service: false, config: [], version: 1 };
  fake.items['mobile-configs'].push(config);
  fake.auditLogEntry = 41;
  const { user } = renderScreen(<MobileConfigsScreen />, { route: '/mobile-configs', fake });
  await user.click(await screen.findByRole('button', { name: 'Edit Home' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Title/), ' 2');
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  const message = await screen.findByText('Mobile config updated successfully');
  const notice = within(message.closest<HTMLElement>('[role="status"]') as HTMLElement);
  notice.getByText('Home 2');
  expect(notice.getByRole('button', { name: 'Undo' }).textContent).toBe('UndoCtrlZ');
  const record = { id: 1, name: 'Home' };
  const data = { entry_id: 42, kind: 'mobile-configs', record, action: 'restored' };
  fake.respondNext({ path: '/audit-log/41/undo' }, { success: true, message: 'OK', data });
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await screen.findByText('Change to Home undone');
});

it('shows why an undo failed, with a link to the comparison', async () => {
  const { user, fake } = await deleteOne(41);
  fake.failNext({ path: '/audit-log/41/undo', status: 409, message: 'It was changed since.' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('It was changed since.');
  expect(screen.getByRole('link', { name: 'View changes' }).getAttribute('href')).toBe('/history/entries/41');
});

it('offers no Undo if the server stored no audit log entry', async () => {
  await deleteOne(undefined);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
