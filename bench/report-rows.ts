import { analyticsDimensions, analyticsGroupsEndpoint } from '#contract/analytics/analytics';
import { catalogueHealthEndpoints } from '#contract/catalogue-health/catalogue-health';
import { toDay } from '#contract/analytics/periods';
import type { Client, BenchRequest } from './load.ts';
import { randomFrom } from './random.ts';
import { type Row, roundRobin } from './rows.ts';

const LIMIT_MS = 5;
const DAY_MS = 86_400_000;
const USED = 500;

const get = (path: string, query = ''): BenchRequest => ({ path: `/api${path}${query && `?${query}`}` });
const daysAgo = (days: number): string => toDay(new Date(Date.now() - days * DAY_MS));

interface Found {
  readonly rules: readonly { readonly rule: string; readonly kind: string; readonly count: number }[];
}

/** Returns the rows for references before a delete, catalogue health checks and all charts of Analytics. */
export async function readReportRows(
  client: Client,
): Promise<{ rows: Row[]; write: (side: Client) => Promise<void> }> {
  const random = randomFrom(5);
  const request = async <Data>({ path }: BenchRequest) =>
    (JSON.parse((await client.send({ path })).text) as { data: Data }).data;
  const idsOf = async (path: string) =>
    (await request<{ items: { id: number }[] }>(get(path, 'items_per_page=100'))).items.map(({ id }) => id);
  const references = async (path: string) => (await idsOf(path)).map((id) => get(`${path}/${id}/references`));
  const books = (await request<{ total: number }>(get('/books/list', 'items_per_page=1&language='))).total;
  const { rules } = await request<Found>(get(catalogueHealthEndpoints.report.path));
  const byCount = rules.toSorted((a, b) => b.count - a.count).filter(({ count }) => count > 0);
  const issues = (rest: string) =>
    byCount.map(({ rule }) =>
      get(catalogueHealthEndpoints.issues.path, `rule=${rule}&items_per_page=10${rest}`),
    );
  const ofBooks = byCount.filter(({ kind }) => kind === 'books');
  const narrow = (rest: string) =>
    ofBooks.map(({ rule }) =>
      get(catalogueHealthEndpoints.issues.path, `rule=${rule}&items_per_page=10&${rest}`),
    );
  const analytics = (days: number, rest = '') =>
    get('/reports/analytics', `from=${daysAgo(days)}&to=${daysAgo(0)}${rest}`);
  const row = (name: string, requests: readonly BenchRequest[], limitMs = LIMIT_MS): Row => ({
    name,
    next: roundRobin(requests),
    limitMs,
  });
  const rows = [
    row(
      'references of a book',
      Array.from({ length: USED }, () => get(`/books/${1 + random(books)}/references`)),
    ),
    row(
      'references of a book that stands in lists',
      Array.from({ length: USED }, (_, index) => get(`/books/${1 + index}/references`)),
    ),
    row('references of a category', await references('/books/categories')),
    row('references of a sub-category', await references('/books/sub-categories')),
    row('references of a collection', await references('/books/collections')),
    row('references of a challenge', await references('/books/challenges')),
    row('references of a story book', await references('/books/story-books')),
    row('catalogue health, all checks', [get(catalogueHealthEndpoints.report.path)]),
    row('catalogue health, issues of a check', issues('')),
    row('catalogue health, page 50', issues('&page=50')),
    row('catalogue health, issues in one language', narrow('language=tr')),
    row('catalogue health, issues by search', narrow('search=lighthouse')),
    row('catalogue health, deep page', narrow('page=5000')),
    row('analytics, 30 days', [analytics(29)]),
    row('analytics, a year', [analytics(364)]),
    row('analytics, ten years', [analytics(3_650)]),
    row('analytics, a year, one language and service', [analytics(364, '&language=en&is_backup=0')]),
    row(
      'analytics by author, narrator, series and imprint',
      analyticsDimensions.map((by) => get(analyticsGroupsEndpoint.path, `by=${by}`)),
    ),
  ];
  let writtenCount = 0;
  const write = async (side: Client) =>
    void (await side.send({
      method: 'POST',
      path: '/api/books/update',
      body: JSON.stringify({ id: 1 + random(books), duration: ++writtenCount }),
    }));
  return { rows, write };
}
