import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Book } from '#contract/books/books';
import type { Series } from '#contract/series/series';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SeriesScreen } from './series-screen.tsx';

const oneSeries = (id: number, changes: Partial<Series> = {}): Series => ({
  id,
  title: `Series ${id}`,
  description: '',
  is_ordered: true,
  image: null,
  thumbnail_url: null,
  books: [],
  version: 1,
  ...changes,
});

const book = (code: string, position: string) => ({ code, name: `Book ${code}`, position });

async function open(...series: Series[]) {
  const fake = createFakeApi();
  fake.items.series.push(...series);
  const view = renderScreen(<SeriesScreen />, { route: '/series', fake });
  await screen.findByRole('button', { name: 'Add Series' });
  return { ...view, fake };
}

const dialog = async () => within(await screen.findByRole('dialog'));
const body = (fake: ReturnType<typeof createFakeApi>, path: string) =>
  fake.requestsTo(path, 'POST').at(-1)?.body;
const entriesOf = (...books: [code: string, position: string][]) =>
  books.map(([code, position]) => JSON.stringify({ code, position }));

beforeEach(() => {
  notifications.clean();
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

it('lists series with the positions of their books', async () => {
  await open(oneSeries(1, { books: [book('A', '1'), book('B', '2.5'), book('C', '')] }));
  const [, row] = await screen.findAllByRole('row');
  expect(row?.textContent).toContain('1 · Book A');
  expect(row?.textContent).toContain('2.5 · Book B');
  expect(row?.textContent).toMatch(/[^·] ?Book C/);
  expect(within(row as HTMLElement).getByText('Yes')).toBeTruthy();
});

it('explains an empty list, and opens the form from it', async () => {
  const { user } = await open();
  await screen.findByText('No series yet');
  await user.click(screen.getByRole('button', { name: 'Create series' }));
  (await dialog()).getByRole('heading', { name: 'Add Series' });
});

it('creates a series, with the next number as the position of each book', async () => {
  const { user, fake } = await open();
  await user.click(screen.getByRole('button', { name: 'Add Series' }));
  const form = await dialog();
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'The cycle');
  const [first, second] = fake.items.books as unknown as [Book, Book];
  for (const { code, name } of [first, second]) {
    await user.type(form.getByPlaceholderText('Search books by name or code...'), code);
    const results = within(await form.findByRole('list', { name: 'Search results' }));
    await user.click(results.getByRole('button', { name: new RegExp(`^${name}`) }));
  }
  const position = form.getByRole<HTMLInputElement>('textbox', { name: `Position of ${second.name}` });
  expect([position.value, position.maxLength]).toEqual(['2', 20]);
  await user.clear(position);
  await user.type(position, '2–3');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Series created successfully');
  expect(body(fake, '/series/create')).toEqual({
    title: 'The cycle',
    description: '',
    is_ordered: 'true',
    'books[]': entriesOf([first.code, '1'], [second.code, '2–3']),
  });
});

it('changes positions, numbers books in their order and removes one', async () => {
  const { user, fake } = await open(oneSeries(1, { books: [book('A', '4'), book('B', ''), book('C', '9')] }));
  await user.click(await screen.findByRole('button', { name: 'Edit Series 1' }));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Remove Book B' }));
  await user.click(form.getByRole('button', { name: 'Number books' }));
  await user.click(form.getByRole('checkbox', { name: 'Ordered' }));
  expect(form.queryByRole('button', { name: 'Number books' })).toBeNull();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(body(fake, '/series/update')).toMatchObject({
      id: '1',
      version: '1',
      is_ordered: 'false',
      'books[]': entriesOf(['A', '1'], ['C', '2']),
    }),
  );
});

it('deletes a series after a confirmation', async () => {
  const { user, fake } = await open(oneSeries(1));
  await user.click(await screen.findByRole('button', { name: 'Delete Series 1' }));
  await screen.findByText('Series deleted successfully');
  expect(fake.items.series).toEqual([]);
});
