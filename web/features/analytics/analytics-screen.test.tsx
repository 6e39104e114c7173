import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MAX_GROUPS } from '#contract/analytics/analytics';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { mockChartLayout, valueTicks } from '#web/testing/chart-layout.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AnalyticsScreen } from './analytics-screen.tsx';
// Preloaded, so the first test does not wait for the chart library.
import './charts.tsx';
import { toCsv } from './save-table.ts';
import { toParameters, viewOf } from './view.ts';

it('shows a message while there are no figures', async () => {
  renderScreen(<AnalyticsScreen />, { route: '/analytics' });
  await screen.findByText('No books yet');
  expect(screen.getAllByText('No data for this period.').length).toBeGreaterThan(5);
});

it('titles each chart with a summary, and shows its figures as a table', async () => {
  const fake = createFakeApi();
  const { analytics } = fake.reports;
  const periods = analytics.periods.map((period, index) => ({ ...period, books: 10 + index, added: 1 }));
  fake.reports.analytics = {
    ...analytics,
    periods,
    matrix: [{ language: 3, category: { code: 'sea', name: 'Sea' }, books: 12, seconds: 7_200 }],
  };
  const { user } = renderScreen(<AnalyticsScreen />, { fake, route: '/analytics?language=en' });
  const title = 'Your catalogue has 12 books (+2 in this period).';
  const table = await screen.findByRole('table', { name: title });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DayBooks', 'Jan 10, 202610', 'Jan 11, 202611', 'Jan 12, 202612']);
  expect(fake.requestsTo('/reports/analytics').at(-1)?.query).toMatchObject({ language: 'en' });
  const cell = screen.getByRole('link', { name: /^English, Sea: 12 books, ?2 h audio$/ });
  expect(cell.getAttribute('href')).toBe('/books?category=category%3Asea&language=en');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Service Type' }), 'Main Service');
  await waitFor(() =>
    expect(fake.requestsTo('/reports/analytics').at(-1)?.query).toMatchObject({ is_backup: 0 }),
  );
});

it('shows the number of changes by user with the permission to read the audit log', async () => {
  const fake = createFakeApi();
  const counts = { created: 1, changed: 5, deleted: 2, restored: 0 };
  fake.reports.work.users.push(
    { actor: { id: 7, name: 'Ayşe' }, ...counts },
    { actor: null, ...counts, changed: 0 },
  );
  renderScreen(<AnalyticsScreen />, { fake, route: '/analytics?range=days7' });
  const card = await screen.findByRole('region', {
    name: 'Most active: Ayşe (changes: 8 of 11).',
  });
  const rows = within(within(card).getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual(['Ayşe1520', 'System1020']);
});

it('labels the axes of all charts at round values only, their ends included', async () => {
  mockChartLayout(600, 260);
  const fake = createFakeApi();
  const { analytics } = fake.reports;
  fake.reports.analytics = {
    ...analytics,
    periods: analytics.periods.map((period, index) => ({
      ...period,
      books: 131 + index,
      seconds: 3_600 * 7,
      words: 1_234_567,
      added: 100,
      changed: 34,
      deleted: 1,
      with_cover: 133,
      with_audio: 90,
    })),
    lengths: analytics.lengths.map((length, index) => ({ ...length, books: index })),
    deliveries: analytics.deliveries.map((day) => ({ ...day, calls: 334, unchanged: 300 })),
    delivered: [{ id: 1, title: 'Home', calls: 8_990, unchanged: 10 }],
  };
  const counts = { created: 30, changed: 15, deleted: 2, restored: 1 };
  fake.reports.work.users.push({ actor: { id: 7, name: 'Ayşe' }, ...counts });
  renderScreen(<AnalyticsScreen />, { fake, route: '/analytics' });
  await screen.findByRole('region', { name: /^Most active/ });
  await waitFor(() =>
    expect(valueTicks()).toEqual([
      [0, 50, 100, 150],
      [0, 2, 4, 6, 8],
      [0, 500_000, 1_000_000, 1_500_000],
      [0, 50, 100, 150],
      [0, 50, 100, 150],
      [0, 2, 4, 6, 8],
      [0, 100, 200, 300, 400],
      [0, 5_000, 10_000],
      [0, 10, 20, 30, 40, 50],
    ]),
  );
});

it('shows books and hours by narrator, series and imprint, with links to the counted books', async () => {
  const fake = createFakeApi();
  fake.reports.groups.narrator = [
    { id: 7, name: 'Cy Stone', books: 2, seconds: 5_400 },
    { id: 9, name: 'Ada Marsh', books: 1, seconds: 0 },
  ];
  fake.reports.groups.series = [{ id: 3, name: 'Tides', books: 1, seconds: 3_600 }];
  const { user } = renderScreen(<AnalyticsScreen />, {
    fake,
    route: '/analytics?language=tr&category=sea&service=0',
  });
  const title = 'Most books by narrator: Cy Stone (2 books, 1.5 h audio).';
  const card = await screen.findByRole('region', { name: title });
  await screen.findByRole('region', { name: 'Largest series: Tides (1 book, 1 h audio).' });
  const empty = await screen.findByRole('region', { name: 'No books by imprint.' });
  expect(empty.textContent).toContain('No data for this period.');
  await user.click(within(card).getByRole('button', { name: `${title} Show as table` }));
  const rows = within(within(card).getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'NarratorBooksAudio hours',
    'Cy Stone21.5',
    'Ada Marsh10',
  ]);
  expect(within(card).getByRole('link', { name: 'Cy Stone' }).getAttribute('href')).toBe(
    '/books?type=0&category=category%3Asea&contributor_id=7&contributor_role=narrator&language=tr',
  );
  expect(fake.requestsTo('/reports/analytics/groups').map(({ query }) => query)).toContainEqual({
    by: 'imprint',
    language: 'tr',
    category_code: 'sea',
    is_backup: 0,
  });
});

it('says that the table of groups contains only those with the most books', async () => {
  const fake = createFakeApi();
  fake.reports.groups.narrator = Array.from({ length: MAX_GROUPS + 1 }, (_, index) => ({
    id: index + 1,
    name: `Narrator ${index}`,
    books: MAX_GROUPS + 1 - index,
    seconds: 0,
  }));
  const { user } = renderScreen(<AnalyticsScreen />, { fake, route: '/analytics' });
  const card = await screen.findByRole('region', { name: /^Most books by narrator/ });
  await user.click(within(card).getByRole('button', { name: /Show as table$/ }));
  expect(within(card).getByText('The 50 with the most books, of 51.')).toBeDefined();
});

it('does not request it without the permission', async () => {
  const { fake } = renderScreen(<AnalyticsScreen />, { route: '/analytics', permissions: ['books:edit'] });
  await screen.findByText('No books yet');
  expect(fake.requestsTo('/reports/work-by-user')).toEqual([]);
});

it('reads the filters from the address, and writes them to it', () => {
  const now = new Date('2026-03-31T12:00:00Z');
  expect(viewOf(new URLSearchParams('range=days7&service=0'), now)).toEqual({
    range: 'days7',
    from: '2026-03-25',
    to: '2026-03-31',
    language: '',
    category_code: '',
    is_backup: '0',
  });
  expect(viewOf(new URLSearchParams('from=2026-02-31x&to=soon'), now).range).toBe('days30');
  const own = new URLSearchParams('from=2025-01-01&to=2025-02-01&language=tr&category=sea');
  expect(toParameters(viewOf(own, now)).toString()).toBe(own.toString());
});

it('escapes text that spreadsheets would read as a formula', () => {
  expect(toCsv(['Name', 'Books'], [{ cells: ['=1+1, "x"', 2] }])).toBe(
    '\uFEFFName,Books\r\n"\'=1+1, ""x""",2\r\n',
  );
});

it('writes ISO dates to a file', () => {
  const rows = [{ fileName: '2026-01-10', cells: ['Jan 10, 2026', 2] }];
  expect(toCsv(['Day', 'Books'], rows)).toBe('\uFEFFDay,Books\r\n2026-01-10,2\r\n');
});
