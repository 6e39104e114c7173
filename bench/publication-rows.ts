import type { Client, BenchRequest } from './load.ts';
import { choiceNames } from './publication-records.ts';
import { randomFrom } from './random.ts';
import { type Row, readRows } from './rows.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** A book of the list. Books without a publication record have no ISBN. */
interface ListedBook {
  readonly isbn?: string;
}

/** The rows of the books list that are compared with a catalogue without publication records, in addition to the writes. */
const COMPARED =
  /^(first page|pages|language|category|sort by|search, (new word|two words|first letters|book code)|search full|command menu, (new|first)|deep page|create|rename)/;
const PAGES = 20;
const PAGE_SIZE = 10;
const NUMBERS_A_RANGE = 500;
const CHANGE = 1.2;
const CREATE_CHANGE = 1.3;

const list = (query: string): BenchRequest => ({
  path: `/api/books/list?items_per_page=10&with_chapters=0&is_admin=1&${query}`,
});

/** Returns the rows for contributors, series and identifiers, and those of the books list, which they must not slow down. */
export async function readPublicationRows(
  client: Client,
): Promise<{ rows: Row[]; write: (side: Client) => Promise<void> }> {
  const random = randomFrom(7);
  const { rows, write } = await readRows(client);
  const dataOf = async <Item>(path: string) =>
    (JSON.parse((await client.send({ path })).text) as { data: { items: readonly Item[]; total: number } })
      .data;
  const itemsOf = async <Item>(path: string) => (await dataOf<Item>(path)).items;
  const deepest = Math.ceil((await dataOf('/api/books/list?is_admin=1')).total / PAGE_SIZE);
  /** Returns the items of pages from the whole list. */
  async function sample<Item>(path: string, pages: number): Promise<Item[]> {
    const items: Item[] = [];
    for (let n = 0; n < PAGES; n += 1)
      items.push(...(await itemsOf<Item>(`${path}&items_per_page=100&page=${1 + random(pages)}`)));
    return items;
  }
  const people = await sample<Named>('/api/contributors?role=author', PAGES);
  const narrators = await sample<Named>('/api/contributors?role=narrator', PAGES);
  const series = await sample<Named>('/api/series/list?is_admin=1', PAGES);
  const isbns = (await sample<ListedBook>('/api/books/list?is_admin=1', PAGES)).flatMap(
    ({ isbn }) => isbn ?? [],
  );
  const anyOf = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];
  const idOf = (items: readonly Named[]) => anyOf(items)?.id ?? 1;
  const isbn = () => anyOf(isbns) ?? '9780000000002';
  let count = 0;
  const createWithFour = (): BenchRequest => {
    count += 1;
    const names = Array.from({ length: 4 }, () => anyOf(people)?.name ?? `Author ${count}`);
    const [author = '', ...others] = names;
    const roles = ['narrator', 'translator', 'illustrator'];
    const body = {
      name: `${author} ${count}`,
      language: 1 + random(4),
      duration: random(72_000),
      author: { name: author },
      contributors: others.map((name, index) => ({ name, role: roles[index] })),
    };
    return { method: 'POST', path: '/api/books/create', body: JSON.stringify(body) };
  };
  const cheap = { limitMs: 0.6 };
  const numberRange = () => {
    const from = random(10_000);
    return list(`custom.number.from=${from}&custom.number.to=${from + NUMBERS_A_RANGE}`);
  };
  const direction = () => `sort_direction=${random(2) === 0 ? 'asc' : 'desc'}`;
  return {
    write,
    rows: [
      ...rows.filter(({ name }) => COMPARED.test(name)).map((row) => ({ ...row, limitRatio: CHANGE })),
      { name: 'contributor filter', next: () => list(`contributor_id=${idOf(people)}`), ...cheap },
      {
        name: 'narrator filter',
        next: () => list(`contributor_id=${idOf(narrators)}&contributor_role=narrator`),
        ...cheap,
      },
      { name: 'series filter', next: () => list(`series_id=${idOf(series)}`), ...cheap },
      {
        name: 'custom fields, page',
        baseline: 'pages 30 to 90',
        next: () => list(`custom.choice=${anyOf(choiceNames)}&page=${1 + random(20)}`),
        limitMs: 0.6,
        limitRatio: CHANGE,
      },
      {
        name: 'custom fields, range',
        next: numberRange,
        limitMs: 8,
      },
      {
        name: 'sort by publication date',
        baseline: 'sort by reading time',
        next: () => list(`sort_by_field=publication_date&${direction()}`),
        limitMs: 0.6,
        limitRatio: CHANGE,
      },
      {
        name: 'sort by on-sale date, deep page',
        baseline: 'deep page, by reading time',
        next: () => list(`sort_by_field=on_sale_date&${direction()}&page=${1 + random(deepest)}`),
        limitMs: 2,
        limitRatio: CHANGE,
      },
      { name: 'search, ISBN', next: () => list(`search=${isbn()}`), limitMs: 1.4 },
      {
        name: 'create, four contributors',
        baseline: 'create, known author',
        next: createWithFour,
        limitMs: 2,
        limitRatio: CREATE_CHANGE,
      },
    ],
  };
}
