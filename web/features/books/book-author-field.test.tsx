import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import './book-dialogs.tsx';
import { BooksScreen } from './books-screen.tsx';

const path = '/books/authors';

async function open(opener: string, prepare?: (fake: ReturnType<typeof createFakeApi>) => void) {
  const fake = createFakeApi();
  fake.items.books.push({ ...fakeBook(13, { author: { id: 41, name: 'Nils Berg' } }) });
  prepare?.(fake);
  const { user } = renderScreen(<BooksScreen />, { route: '/books', fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  await user.click(screen.getByRole('button', { name: opener }));
  const dialog = await screen.findByRole('dialog');
  const form = within(dialog);
  const author = form.getByLabelText<HTMLInputElement>('Author');
  const submit = () => user.click(dialog.querySelector('[type="submit"]') as HTMLButtonElement);
  return { fake, user, dialog, form, author, submit };
}
const edit = (prepare?: Parameters<typeof open>[1]) => open('Edit Book 12', prepare);
const list = () => document.querySelector<HTMLElement>('[role="listbox"]');
const names = () =>
  [...(list()?.querySelectorAll('[role="option"]') ?? [])].map(({ textContent }) => textContent);
const expectSuggestions = (...texts: string[]) => waitFor(() => expect(names()).toEqual(texts));

it('sends no request before two characters, and one after a pause', async () => {
  const { fake, user, author, submit } = await edit();
  await user.click(author);
  await user.tab();
  await user.clear(author);
  await user.type(author, 'N');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(fake.requestsTo(path)).toEqual([]);
  expect(author.getAttribute('aria-expanded')).toBe('false');
  // Pasted, since slow key presses would each cause a request.
  await user.click(author);
  await user.paste('ils');
  await expectSuggestions('Nils Berg 1 book');
  expect(fake.requestsTo(path).map(({ query }) => query['search'])).toEqual(['Nils']);
  await submit();
  await screen.findByText('Book updated successfully');
});

it('sends the ID of the author selected by keyboard', async () => {
  const { fake, user, form, author, submit } = await edit();
  await user.clear(author);
  await user.type(author, 'ni');
  await expectSuggestions('Nils Berg 1 book');
  expect(list()?.getAttribute('aria-label')).toBe('Suggestions');
  await user.keyboard('{ArrowDown}');
  const active = author.getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.textContent).toContain('Nils Berg');
  await user.keyboard('{Enter}');
  expect(author.value).toBe('Nils Berg');
  expect(form.queryByText('New author')).toBeNull();
  await submit();
  await screen.findByText('Book updated successfully');
  expect(fake.requestsTo('/books/update')[0]?.body).toMatchObject({
    'author[id]': '41',
    'author[name]': 'Nils Berg',
  });
});

it('selects by mouse, shows the number of books, and sends another typed name with the fixed ID', async () => {
  const { fake, user, author, submit } = await edit();
  await user.clear(author);
  await user.type(author, 'vale');
  await expectSuggestions('Nora Vale 12 books');
  await user.click(list()?.querySelector('[role="option"]') as HTMLElement);
  expect(author.value).toBe('Nora Vale');
  await user.type(author, 'ri');
  await submit();
  await screen.findByText('Book updated successfully');
  expect(fake.requestsTo('/books/update')[0]?.body).toMatchObject({
    'author[id]': '3',
    'author[name]': 'Nora Valeri',
  });
});

it('marks an author as new, except one that differs only in case', async () => {
  const { user, form, author } = await open('Add New Book');
  await user.type(author, 'Ada Marsh');
  const hint = await form.findByText('New author');
  const descriptionIds = (author.getAttribute('aria-describedby') ?? '').split(' ');
  expect(descriptionIds).toContain(hint.parentElement?.id);
  await user.type(author, 'a');
  expect(form.queryByText('New author')).toBeNull();
  await user.clear(author);
  await user.type(author, 'nils BERG');
  await expectSuggestions('Nils Berg 1 book');
  expect(form.queryByText('New author')).toBeNull();
});

it('closes the list on Escape, and not the dialog', async () => {
  const { user, dialog, author } = await edit();
  await user.clear(author);
  await user.type(author, 'nils');
  await expectSuggestions('Nils Berg 1 book');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(author.getAttribute('aria-expanded')).toBe('false'));
  expect([dialog.isConnected, author.value]).toEqual([true, 'nils']);
  expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull();
});

it('shows the error of a failed search at the field, and still saves', async () => {
  const { user, form, author, submit } = await edit((fake) => fake.failNext({ path }));
  await user.clear(author);
  await user.type(author, 'nils');
  await form.findByText(/^Failed to search/);
  expect(form.queryByRole('alert')).toBeNull();
  expect(form.queryByText('New author')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(form.queryByText(/^Failed to search/)).toBeNull());
  await submit();
  await screen.findByText('Book updated successfully');
});

it('shows no suggestions if the server does not support the search, and requests it once', async () => {
  const { fake, user, form, author, submit } = await edit((server) => server.failNext({ path, status: 404 }));
  await user.clear(author);
  await user.type(author, 'nils');
  await waitFor(() => expect(fake.requestsTo(path)).toHaveLength(1));
  await user.type(author, ' berg');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(fake.requestsTo(path)).toHaveLength(1);
  expect([names(), form.queryByText('New author'), form.queryByText(/^Failed to search/)]).toEqual([
    [],
    null,
    null,
  ]);
  await submit();
  await screen.findByText('Book updated successfully');
});
