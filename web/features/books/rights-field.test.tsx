import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Book } from '#contract/books/books';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import './book-dialogs.tsx';
import { BookRights } from './book-rights.tsx';
import { BooksScreen } from './books-screen.tsx';

async function openRights(fake = createFakeApi()) {
  const view = renderScreen(<BooksScreen />, { route: '/books', fake });
  await view.user.click(await screen.findByRole('button', { name: 'Edit Book 12' }));
  const dialog = await screen.findByRole('dialog');
  const form = within(dialog);
  await waitFor(() => expect(form.getByLabelText('Category')).toHaveProperty('disabled', false));
  const section = form.getByText('Rights').closest('details') as HTMLDetailsElement;
  await view.user.click(section.querySelector('summary') as HTMLElement);
  const right = (position: number) => within(form.getByRole('group', { name: `Right ${position}` }));
  const choose = async (position: number, label: string, text: string) => {
    await view.user.type(right(position).getByRole('combobox', { name: label }), text);
    await view.user.keyboard('{ArrowDown}{Enter}');
  };
  const save = () => view.user.click(dialog.querySelector('[type="submit"]') as HTMLElement);
  return { ...view, fake, form, section, right, choose, save };
}

const sentRights = (fake: ReturnType<typeof createFakeApi>) =>
  fake.requestsTo('/books/update').map(({ body }) => body?.['rights']);

it('adds rights with the keyboard, and sends them as text', async () => {
  const { user, fake, form, right, choose, save } = await openRights();
  expect(form.getByText(/apps show the book in all countries/)).toBeDefined();
  await user.click(form.getByRole('button', { name: 'Add right' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(right(1).getByRole('combobox', { name: 'Territories' })),
  );
  await choose(1, 'Territories', 'germany');
  await choose(1, 'Territories', 'Austria');
  expect(right(1).queryByRole('combobox', { name: 'Except' })).toBeNull();
  await user.type(right(1).getByLabelText('Last day (UTC)'), '2027-12-31');
  await user.selectOptions(right(1).getByLabelText('Service Type'), 'Main Service');
  await user.click(form.getByRole('button', { name: 'Add right' }));
  await choose(2, 'Territories', 'World');
  await choose(2, 'Except', 'Canada');
  await user.click(form.getByRole('button', { name: 'Add right' }));
  await choose(3, 'Territories', 'dach');
  await save();
  await screen.findByText('Book updated successfully');
  expect(sentRights(fake)).toEqual(['DE AT ..2027-12-31 main; WORLD -CA; DACH']);
});

it('shows stored rights, and removes them', async () => {
  const fake = createFakeApi();
  Object.assign(fake.items.books[11] ?? {}, {
    rights: [{ territories: ['DE', 'EU'], from: '2026-01-01' }, { territories: ['TR'] }],
  });
  const { user, form, section, right, save } = await openRights(fake);
  expect(within(section).getByText('2 values')).toBeDefined();
  expect(right(1).getAllByText('Germany')).not.toEqual([]);
  expect(right(1).getAllByText('European Union')).not.toEqual([]);
  expect(right(1).getByLabelText('First day (UTC)')).toHaveProperty('value', '2026-01-01');
  await user.click(form.getByRole('button', { name: 'Remove right 1' }));
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Add right' }));
  await user.click(form.getByRole('button', { name: 'Remove right 1' }));
  await save();
  await screen.findByText('Book updated successfully');
  expect(sentRights(fake)).toEqual(['']);
});

it('marks the invalid part of a right before it is sent', async () => {
  const { user, fake, form, right, choose, save } = await openRights();
  await user.click(form.getByRole('button', { name: 'Add right' }));
  await save();
  expect((await form.findByRole('alert')).textContent).toBe('Rights: Right 1: Add at least one territory');
  await waitFor(() =>
    expect(document.activeElement).toBe(right(1).getByRole('combobox', { name: 'Territories' })),
  );
  await choose(1, 'Territories', 'Türkiye');
  await user.type(right(1).getByLabelText('First day (UTC)'), '2027-01-01');
  await user.type(right(1).getByLabelText('Last day (UTC)'), '2026-01-01');
  await save();
  expect((await form.findByRole('alert')).textContent).toContain(
    'The last day can’t be before the first day',
  );
  expect(right(1).getByLabelText('First day (UTC)').getAttribute('aria-invalid')).toBe('true');
  expect(fake.requestsTo('/books/update')).toEqual([]);
});

it('describes rights in words', () => {
  const fake = createFakeApi();
  const book = fake.items.books[0] as Book;
  renderScreen(
    <BookRights
      book={{
        ...book,
        rights: [
          { territories: ['DE', 'AT'], to: '2027-12-31' },
          { territories: ['WORLD'], except: ['US'], service: 'backup' },
          { territories: ['EU'], from: '2026-01-01', to: '2026-12-31', service: 'main' },
          { territories: ['TR'], from: '2026-01-01' },
        ],
      }}
    />,
    { fake },
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Germany and Austria · until Dec 31, 2027 · All services',
    'Worldwide except United States · Backup Service',
    'European Union · Jan 1, 2026 to Dec 31, 2026 · Main Service',
    'Türkiye · from Jan 1, 2026 · All services',
  ]);
});
