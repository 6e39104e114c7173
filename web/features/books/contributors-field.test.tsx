import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import './book-dialogs.tsx';
import { BooksScreen } from './books-screen.tsx';

async function open() {
  const fake = createFakeApi();
  fake.items.books.push(
    fakeBook(13, {
      author: { id: 41, name: 'Nils Berg' },
      contributors: [
        { id: 41, name: 'Nils Berg', role: 'author' },
        { id: 42, name: 'Nora Reader', role: 'narrator' },
        { id: 43, name: 'Tom Other', role: 'translator' },
      ],
    }),
  );
  const { user } = renderScreen(<BooksScreen />, { route: '/books', fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  await user.click(screen.getByRole('button', { name: 'Edit Book 13' }));
  const dialog = await screen.findByRole('dialog');
  const form = within(dialog);
  const button = (name: string) => form.getByRole('button', { name });
  const value = (label: string) => form.getByLabelText<HTMLInputElement>(label).value;
  const submit = async () => {
    await user.click(dialog.querySelector('[type="submit"]') as HTMLButtonElement);
    await screen.findByText('Book updated successfully');
    return fake.requestsTo('/books/update').at(-1)?.body ?? {};
  };
  return { fake, user, form, button, value, submit };
}

it('sends no contributors when they are unchanged', async () => {
  const { value, submit } = await open();
  expect([value('Name of contributor 1'), value('Role of contributor 1')]).toEqual([
    'Nora Reader',
    'narrator',
  ]);
  expect(await submit()).not.toHaveProperty('contributors');
});

it('adds, moves and removes contributors by keyboard', async () => {
  const { user, form, button, value, submit } = await open();
  button('Move contributor 2 up').focus();
  await user.keyboard('{Enter}');
  expect([value('Name of contributor 1'), value('Role of contributor 1')]).toEqual([
    'Tom Other',
    'translator',
  ]);
  expect(form.getByText('Tom Other moved to position 1 of 2')).toBeTruthy();
  expect(button('Move contributor 1 up')).toHaveProperty('disabled', true);
  button('Remove contributor 2').focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(button('Add contributor'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Name of contributor 2')));
  await user.paste('Ivo Artist');
  await user.selectOptions(form.getByLabelText('Role of contributor 2'), 'Illustrator');
  await user.click(button('Add contributor'));
  const body = await submit();
  expect((body['contributors[]'] as string[]).map((entry) => JSON.parse(entry))).toEqual([
    { name: 'Tom Other', role: 'translator' },
    { name: 'Ivo Artist', role: 'illustrator' },
  ]);
});
