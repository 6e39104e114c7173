import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runScreenShortcut } from '#web/core/lib/screen-shortcuts.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { openBooks } from '#web/testing/open-books.tsx';
import './quick-edit.tsx';

const listen = (event: KeyboardEvent) => void runScreenShortcut(event);

beforeEach(() => {
  notifications.clean();
  document.addEventListener('keydown', listen);
});
afterEach(() => document.removeEventListener('keydown', listen));

const name = 'Edit author, category and language of Book 12';

it('edits a row in its cell on F2, and sends the changed fields', async () => {
  const { user, fake } = await openBooks();
  await user.keyboard('{ArrowDown}{F2}');
  const form = within(await screen.findByRole('dialog', { name }));
  const author = form.getByRole('combobox', { name: 'Author' });
  await waitFor(() => expect(document.activeElement).toBe(author));
  // The text is selected, so that typing replaces it.
  await user.keyboard('Ada Marsh');
  await user.selectOptions(form.getByLabelText('Language'), 'Turkish');
  await user.click(form.getByRole('button', { name: 'Update' }));
  await screen.findByText('Book updated successfully');
  expect(fake.requestsTo('/books/update').map(({ body }) => body)).toEqual([
    { id: '12', version: '1', 'author[id]': '3', 'author[name]': 'Ada Marsh', language: '1' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // With another language the row is no longer in the list.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

it('edits the category on double click, sends no unchanged row, and shows an error in the cell', async () => {
  expectError(500);
  const { user, fake } = await openBooks();
  const [cell] = screen.getAllByText('fiction');
  await user.dblClick(cell as HTMLElement);
  const form = within(await screen.findByRole('dialog', { name }));
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Category')));
  await user.click(form.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fake.requestsTo('/books/update')).toEqual([]);
  await user.dblClick(cell as HTMLElement);
  const again = within(await screen.findByRole('dialog', { name }));
  await user.selectOptions(again.getByLabelText('Category'), 'Children');
  fake.failNext({ path: '/books/update', message: 'The disk is full' });
  await user.click(again.getByRole('button', { name: 'Update' }));
  expect((await again.findByRole('alert')).textContent).toBe('The disk is full');
  expect(fake.requestsTo('/books/update')[0]?.body).toMatchObject({
    category_code: 'children',
    sub_category_code: '',
  });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is not available without the edit permission', async () => {
  const { user } = await openBooks({ permissions: [] });
  await user.dblClick(screen.getAllByText('fiction')[0] as HTMLElement);
  await user.keyboard('{ArrowDown}{F2}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
