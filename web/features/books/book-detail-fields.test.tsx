import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bookDetails, detailNames, detailSections } from '#contract/books/book-details';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import './book-dialogs.tsx';
import { BooksScreen } from './books-screen.tsx';

async function openForm(fake = createFakeApi()) {
  const view = renderScreen(<BooksScreen />, { route: '/books', fake });
  await view.user.click(await screen.findByRole('button', { name: 'Edit Book 12' }));
  const dialog = await screen.findByRole('dialog');
  const form = within(dialog);
  await waitFor(() => expect(form.getByLabelText('Category')).toHaveProperty('disabled', false));
  const section = (title: string) =>
    form.getByText(title, { selector: 'summary *' }).closest('details') as HTMLDetailsElement;
  const field = (label: string) => form.getByLabelText<HTMLInputElement>(label);
  const save = () => view.user.click(dialog.querySelector('[type="submit"]') as HTMLElement);
  return { ...view, fake, form, section, field, save };
}

it('has a field for each value of the publication record, in closed sections', async () => {
  const { field, section } = await openForm();
  const lists = ['rights', 'localized', 'subjects'];
  const names = detailNames.filter((name) => !lists.includes(bookDetails[name].input));
  for (const name of names) expect(field(bookDetails[name].label).name).toBe(name);
  for (const title of Object.values(detailSections)) expect(section(title).open).toBe(false);
});

it('sends changed values only, and clears removed ones', async () => {
  const fake = createFakeApi();
  Object.assign(fake.items.books[11] ?? {}, {
    isbn: '978-3-16-148410-0',
    age_from: 12,
    publication_status: 'active',
    original_language: 'grc',
  });
  const { user, section, field, save } = await openForm(fake);
  expect(within(section('Publication')).getByText('3 values')).toBeDefined();
  await user.click(section('Publication').querySelector('summary') as HTMLElement);
  expect(section('Publication').open).toBe(true);
  expect(
    within(field('Original language')).getByRole('option', { name: 'Ancient Greek', selected: true }),
  ).toBeDefined();
  await user.clear(field('Age from'));
  await user.selectOptions(field('Publication status'), 'Withdrawn');
  await user.type(field('On-sale date'), '2026-03-01');
  await user.type(field('Keywords'), ' sea; ships ');
  await save();
  await screen.findByText('Book updated successfully');
  const body = fake.requestsTo('/books/update')[0]?.body ?? {};
  expect(Object.fromEntries(Object.entries(body).filter(([name]) => name in bookDetails))).toEqual({
    age_from: '0',
    publication_status: 'withdrawn',
    on_sale_date: '2026-03-01',
    keywords: 'sea; ships',
  });
});

it('selects the first edition by keyboard, and clears it', async () => {
  const fake = createFakeApi();
  const first = { id: 3, code: 'BK-000003', name: 'Book 3', language: 1 };
  Object.assign(fake.items.books[11] ?? {}, { edition_of: first });
  Object.assign(fake.items.books[3] ?? {}, { narrator: 'Ada Vale', language: 3 });
  const { user, form, section, save } = await openForm(fake);
  expect(within(section('Publication')).getByText('1 value')).toBeDefined();
  await user.click(section('Publication').querySelector('summary') as HTMLElement);
  const picker = await form.findByRole<HTMLInputElement>('combobox', { name: 'First edition' });
  expect(picker.value).toBe('Book 3 (BK-000003)');
  // The book itself is no option.
  await user.clear(picker);
  await user.type(picker, 'book 12');
  await form.findByText('No results found');
  // Enter does not submit the form.
  await user.keyboard('{Enter}');
  await user.clear(picker);
  await user.type(picker, 'book 4');
  await waitFor(() => expect(fake.requestsTo('/books/list').at(-1)?.query['search']).toBe('book 4'));
  const option = await form.findByRole('option', { name: /^Book 4/ });
  expect(option.textContent).toBe('Book 4 (BK-000004)Ada Vale · English');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(picker.value).toBe('Book 4 (BK-000004)');
  const message = 'A book can’t be an edition of itself.';
  fake.failNext({ path: '/books/update', status: 422, message, errors: { edition_of: message } });
  await save();
  await waitFor(() => expect(picker.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(picker);
  await save();
  await screen.findByText('Book updated successfully');
  const codes = fake.requestsTo('/books/update').map(({ body }) => body['edition_of']);
  expect(codes).toEqual(['BK-000004', '']);
});

it('rejects an invalid identifier before it is sent, and opens its section', async () => {
  const { user, fake, form, section, field, save } = await openForm();
  await user.type(field('ISBN'), '978-3-16-148410-1');
  await user.type(field('Keywords'), 'sea');
  await save();
  expect((await form.findByRole('alert')).textContent).toBe('ISBN: Must be a valid ISBN. Check the digits.');
  expect(section('Identifiers').open).toBe(true);
  expect(section('Texts for stores').open).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(field('ISBN')));
  expect(fake.requestsTo('/books/update')).toEqual([]);
});

it('shows the error of the server at its field', async () => {
  const { user, fake, form, section, field, save } = await openForm();
  await user.type(field('ISBN'), '9783161484100');
  const message = 'The book “Other” (BK-000003) has this ISBN.';
  fake.failNext({
    path: '/books/update',
    status: 409,
    message,
    code: 'books.isbn_taken',
    errors: { isbn: message },
  });
  await save();
  expect((await form.findByRole('alert')).textContent).toBe(`ISBN: ${message}`);
  expect(section('Identifiers').open).toBe(true);
  expect(field('ISBN').getAttribute('aria-invalid')).toBe('true');
});

it('adds, changes and removes texts in other languages', async () => {
  const fake = createFakeApi();
  Object.assign(fake.items.books[11] ?? {}, {
    localized_texts: [
      { language: 'fr', name: 'Au phare', description: 'Un été' },
      { language: 'de', name: 'Zum Leuchtturm' },
    ],
  });
  const { user, form, section, save } = await openForm(fake);
  const title = 'Texts in other languages';
  expect(within(section(title)).getByText('2 values')).toBeDefined();
  await user.click(section(title).querySelector('summary') as HTMLElement);
  const texts = (name: string) => within(form.getByRole('group', { name }));
  await user.type(texts('French').getByLabelText('Title'), ' !');
  await user.click(texts('German').getByRole('button', { name: 'Remove German' }));
  const add = form.getByRole('button', { name: 'Add language' });
  expect(document.activeElement).toBe(add);
  await user.click(add);
  const language = texts('Language 2').getByLabelText('Language');
  expect(document.activeElement).toBe(language);
  expect(within(language).queryByRole('option', { name: 'French' })).toBeNull();
  await user.selectOptions(language, 'Turkish');
  await user.type(texts('Turkish').getByLabelText('Short description'), 'Deniz feneri');
  await save();
  await screen.findByText('Book updated successfully');
  expect(JSON.parse(String(fake.requestsTo('/books/update')[0]?.body?.['localized_texts']))).toEqual([
    { language: 'fr', name: 'Au phare !', description: 'Un été' },
    { language: 'tr', short_description: 'Deniz feneri' },
  ]);
});

it('opens the section of texts in other languages for an error in one of them', async () => {
  const { user, form, fake, section, save } = await openForm();
  const title = 'Texts in other languages';
  await user.click(section(title).querySelector('summary') as HTMLElement);
  await user.click(form.getByRole('button', { name: 'Add language' }));
  await user.click(section(title).querySelector('summary') as HTMLElement);
  await save();
  const message = `${title}: Must be an ISO 639 language code, such as fr`;
  expect((await form.findByRole('alert')).textContent).toBe(message);
  expect(section(title).open).toBe(true);
  expect(fake.requestsTo('/books/update')).toEqual([]);
});
