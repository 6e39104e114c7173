import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { mockChartLayout, valueTicks } from '#web/testing/chart-layout.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';
// Preloaded, so the first test does not wait for the chart library.
import './report-chart.tsx';
import { toAuthors, toLanguages, toLongest } from './report-rows.ts';

const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

it('shows a spinner, then the three reports', async () => {
  const { fake } = renderScreen(<DashboardScreen />);
  screen.getByRole('heading', { level: 1, name: 'Dashboard' });
  screen.getByRole('status', { name: 'Loading reports' });
  const card = await screen.findByRole('region', { name: 'Longest Book' });
  expect(card.textContent).toContain('The Long Winter Road');
  expect(card.textContent).toContain('AuthorNora Vale');
  expect(card.textContent).toContain('Reading Time600 mins');
  expect(card.textContent).toContain('CategoryFiction');
  expect(cells(screen.getByRole('table', { name: 'Average Reading Time by Language' }))).toEqual([
    'English91 mins',
    'Turkish60 mins',
  ]);
  expect(cells(screen.getByRole('table', { name: 'Most Prolific Authors' }))).toEqual([
    'Nora Vale9',
    'Deniz Aksoy4',
  ]);
  for (const [title, show] of [
    ['Longest Book', 'longest'],
    ['Average Reading Time by Language', 'languages'],
    ['Most Prolific Authors', 'authors'],
  ] as const) {
    const link = screen.getByRole('link', { name: `Show all: ${title}` });
    expect(link.getAttribute('href')).toBe(`/reports?show=${show}`);
  }
  expect(screen.queryByRole('status')).toBeNull();
  const reports = fake.calls.map(({ path }) => path).filter((path) => path.includes('/reports/'));
  expect(reports.toSorted()).toEqual([
    '/books/reports/average-reading-time',
    '/books/reports/longest-book',
    '/books/reports/most-prolific-authors',
  ]);
});

it('shows the error of a failed report only in its card, records it, and retries', async () => {
  const fake = createFakeApi();
  fake.failNext({ path: /prolific/, message: 'Broken' });
  const { store, user } = renderScreen(<DashboardScreen />, { fake });
  const card = await screen.findByRole('region', { name: 'Most Prolific Authors' });
  expect(within(card).getByRole('status').textContent).toBe('Failed to load this report.');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(console.error).toHaveBeenCalled();
  expect(store.getState().notifications).toMatchObject({
    entries: [
      { outcome: 'failure', attempted_action: 'Failed to load the authors report', message: 'Broken' },
    ],
  });
  const retry = within(card).getByRole('button', { name: 'Retry: Most Prolific Authors' });
  fake.calls.length = 0;
  await user.click(retry);
  expect((await within(card).findByRole('table')).textContent).toContain('Nora Vale');
  expect(fake.calls).toHaveLength(1);
});

it('shows the figures as a table with links to the lists', async () => {
  const fake = createFakeApi();
  fake.reports.averages.push({ language: 9, average_reading_time: '60' });
  const { user, location } = renderScreen(<DashboardScreen />, { fake });
  const toggle = 'Average Reading Time by Language: Show as table';
  await user.click(await screen.findByRole('button', { name: toggle }));
  const table = screen.getByRole('table', { name: 'Average Reading Time by Language' });
  const links = within(table).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['English', '/books?language=en'],
    ['Turkish', '/books?language=tr'],
  ]);
  expect(table.textContent).toContain('Unknown Language');
  const authors = within(screen.getByRole('table', { name: 'Most Prolific Authors' }));
  expect(authors.getByText('Nora Vale').getAttribute('href')).toBe('/books?author=Nora+Vale&language=all');
  const book = screen.getByRole('link', { name: 'The Long Winter Road' });
  await user.click(book);
  expect(location()).toBe('/books?search=The+Long+Winter+Road&language=all');
});

it('labels the axes of both charts at round values only, up to the highest value plus ten', async () => {
  mockChartLayout(600, 320);
  renderScreen(<DashboardScreen />);
  await waitFor(() =>
    expect(valueTicks()).toEqual([
      [0, 50, 100],
      [0, 5, 10, 15],
    ]),
  );
});

it('shows a message in an empty catalogue', async () => {
  const fake = createFakeApi();
  fake.reports.longestBook = null;
  fake.reports.averages.length = 0;
  fake.reports.authors.length = 0;
  renderScreen(<DashboardScreen />, { fake });
  await screen.findByText('No books yet');
  expect(screen.getAllByText('No data yet')).toHaveLength(2);
});

describe('reading a report', () => {
  it('converts languages to whole minutes and names unknown ones', () => {
    expect(
      toLanguages([
        { language: 3, average_reading_time: '90' },
        { language: 9, average_reading_time: 29 },
      ]),
    ).toEqual([
      { label: 'English', value: 2, to: '/books?language=en' },
      { label: 'Unknown Language', value: 0 },
    ]);
  });

  it('shows the ten most prolific authors', () => {
    const data = Array.from({ length: 12 }, (_, index) => ({
      author: { name: `A${index}` },
      book_count: index,
    }));
    expect(toAuthors({ items: data }).map(({ value }) => value)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it('accepts a book without a category, and an empty catalogue', () => {
    const book = { name: 'Alone', author: { name: 'Ada' }, reading_time: 119, category: null };
    expect(toLongest(book)).toMatchObject({ name: 'Alone', author: 'Ada', minutes: 2, category: undefined });
    expect(toLongest(null)).toBeNull();
  });
});
