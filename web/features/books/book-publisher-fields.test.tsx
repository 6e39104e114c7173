import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import './book-dialogs.tsx';
import { imprintFor } from './book-form.ts';
import { BooksScreen } from './books-screen.tsx';

const imprints = [
  { id: 7, name: 'Lantern' },
  { id: 8, name: 'Whistledown' },
];
const northShore = { id: 4, name: 'North Shore', imprints };
const book = fakeBook(13, { publisher: { id: 4, name: 'North Shore' }, imprint: { id: 7, name: 'Lantern' } });

async function open() {
  const fake = createFakeApi();
  fake.items.books.push({ ...book });
  for (const record of [northShore, { id: 5, name: 'South Shore', imprints: [] }])
    fake.items.publishers.push({ website: '', description: '', image: null, version: 1, ...record });
  const { user } = renderScreen(<BooksScreen />, { route: '/books', fake });
  await user.click(await screen.findByRole('button', { name: 'Edit Book 13' }));
  const dialog = await screen.findByRole('dialog');
  const form = within(dialog);
  await user.click(form.getByText('Publication'));
  return {
    fake,
    user,
    form,
    publisher: form.getByLabelText<HTMLInputElement>('Publisher'),
    imprint: form.getByLabelText<HTMLInputElement>('Imprint'),
    async save() {
      await user.click(dialog.querySelector('[type="submit"]') as HTMLButtonElement);
      await screen.findByText('Book updated successfully');
      return fake.requestsTo('/books/update', 'POST').at(-1)?.body;
    },
  };
}

it('suggests publishers, and removes the imprint of the previous one', async () => {
  const { user, publisher, imprint, form, save } = await open();
  expect([publisher.value, imprint.value]).toEqual(['North Shore', 'Lantern']);
  await user.clear(publisher);
  await user.click(publisher);
  await user.paste('south');
  await user.click(await form.findByRole('option', { name: 'South Shore' }));
  expect([publisher.value, imprint.value]).toEqual(['South Shore', '']);
  expect(await save()).toMatchObject({ publisher: 'South Shore', imprint: '' });
});

it('suggests imprints of the publisher, and marks new names', async () => {
  const { user, publisher, imprint, form, save } = await open();
  await user.clear(imprint);
  await user.click(imprint);
  await user.paste('whi');
  await user.click(await form.findByRole('option', { name: 'Whistledown' }));
  expect(imprint.value).toBe('Whistledown');
  await user.clear(imprint);
  await user.click(imprint);
  await user.paste('Marram');
  await form.findByText('New imprint');
  await user.clear(publisher);
  await user.click(publisher);
  await user.paste('Tern');
  await form.findByText('New publisher');
  expect(await save()).toMatchObject({ publisher: 'Tern', imprint: 'Marram' });
});

it('sends neither if both are unchanged', async () => {
  const { user, form, save } = await open();
  await user.type(form.getByLabelText(/^Name/), '!');
  const body = await save();
  await waitFor(() => expect(body).toHaveProperty('name'));
  expect(body).not.toHaveProperty('publisher');
  expect(body).not.toHaveProperty('imprint');
});

it.each([
  ['South Shore', 'Lantern', ''],
  ['South Shore', 'Typed', 'Typed'],
  ['north  shore', '', 'Lantern'],
  ['North Shore', 'Typed', 'Typed'],
])('after %j was typed, the imprint %j becomes %j', (publisher, imprint, result) => {
  expect(imprintFor(publisher, { imprint, stored: book })).toBe(result);
});
