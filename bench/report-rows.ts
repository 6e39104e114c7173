import { analyticsDimensions, analyticsGroupsEndpoint } from '#contract/analytics/analytics';
import { catalogueHealthEndpoints } from '#contract/catalogue-health/catalogue-health';
import { type BenchRequest, type Client, dataOf, daysAgo, post } from './load.ts';
import { randomFrom } from './random.ts';
import { type RowEntry, type RowSet, toRows } from './rows.ts';

const LIMIT_MS = 5;

const get = (path: string, query = ''): BenchRequest => ({ path: `/api${path}${query && `?${query}`}` });
const analytics = (days: number, rest = '') =>
  get('/reports/analytics', `from=${daysAgo(days)}&to=${daysAgo(0)}${rest}`);

interface Health {
  readonly rules: readonly { readonly rule: string; readonly kind: string; readonly count: number }[];
}

/** The numbers of generated categories and sub-categories. */
const CATEGORIES = 8;
const SUB_CATEGORIES = 30;

/** Returns the rows for references before a delete, catalogue health checks and all charts of Analytics. */
export async function readReportRows(client: Client): Promise<RowSet> {
  const random = randomFrom(5);
  const { total } = await dataOf<{ total: number }>(client, get('/books/list', 'items_per_page=1&language='));
  const { rules } = await dataOf<Health>(client, get(catalogueHealthEndpoints.report.path));
  const byCount = rules.toSorted((a, b) => b.count - a.count).filter(({ count }) => count > 0);
  const issues = (checks: Health['rules'], rest: string) =>
    checks.map(({ rule }) =>
      get(catalogueHealthEndpoints.issues.path, `rule=${rule}&items_per_page=10${rest}`),
    );
  const ofBooks = byCount.filter(({ kind }) => kind === 'books');
  const references = (kind: string, ids: readonly number[]) =>
    ids.map((id) => get(`${kind}/${id}/references`));
  const idsUpTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
  const bookIds = idsUpTo(500).map(() => 1 + random(total));
  const entries: [name: string, requests: readonly BenchRequest[]][] = [
    ['references of a book', references('/books', bookIds)],
    ['references of a category', references('/books/categories', idsUpTo(CATEGORIES))],
    ['references of a sub-category', references('/books/sub-categories', idsUpTo(SUB_CATEGORIES))],
    ['catalogue health, all checks', [get(catalogueHealthEndpoints.report.path)]],
    ['catalogue health, issues of a check', issues(byCount, '')],
    ['catalogue health, issues in one language', issues(ofBooks, '&language=tr')],
    ['catalogue health, issues by search', issues(ofBooks, '&search=lighthouse')],
    ['catalogue health, deep page', issues(ofBooks, '&page=5000')],
    ['analytics, a year', [analytics(364)]],
    ['analytics, ten years', [analytics(3_650)]],
    ['analytics, a year, one language and service', [analytics(364, '&language=en&is_backup=0')]],
    [
      'analytics by author, narrator, series and imprint',
      analyticsDimensions.map((by) => get(analyticsGroupsEndpoint.path, `by=${by}`)),
    ],
  ];
  let writtenCount = 0;
  return {
    rows: toRows(entries.map((entry): RowEntry => [...entry, LIMIT_MS])),
    write: (side) => side.send(post('update', { id: 1 + random(total), duration: ++writtenCount })),
  };
}
