import { type BenchRequest, type Client, dataOf, post } from './load.ts';
import { type RowEntry, type RowSet, toRows } from './rows.ts';

interface RecordList {
  readonly total: number;
  readonly items: readonly { id: number; title?: string; name?: string }[];
}

const BOOKS_OF_A_LARGE_LIST = 5_000;

const codeOf = (id: number): string => `BK-${String(id).padStart(6, '0')}`;

/** Composes a home screen with ten blocks of every type and the newest records. */
async function composeHome(client: Client): Promise<void> {
  const idsOf = async (path: string) =>
    (await dataOf<RecordList>(client, { path: `/api/books/${path}` })).items.map(({ id }) => ({ id }));
  const [collections, stories, challenges, categories] = await Promise.all(
    ['collections', 'story-books', 'challenges', 'categories'].map(idsOf),
  );
  const once = [
    { title: 'One', type: 'one_collection', data: collections?.[0] },
    { title: 'Many', type: 'list_collection', data: { items: collections } },
    { title: 'Story', type: 'story_book', data: stories?.[0] },
    { title: 'Days', type: 'challenges', data: { items: challenges } },
    { title: 'Shelves', type: 'categories', data: { items: categories } },
  ];
  await client.send(
    post('mobile-configs', { title: 'Bench', is_main_service: true, config: [...once, ...once] }),
  );
}

/** Returns the rows for records: their lists, the update of a large record, and the home screen of an app. */
export async function readRecordRows(client: Client): Promise<RowSet> {
  const entries: RowEntry[] = [];
  for (const kind of ['categories', 'collections', 'story-books', 'mobile-configs', 'challenges']) {
    const list = (query: string): BenchRequest => ({ path: `/api/books/${kind}?items_per_page=10&${query}` });
    const { total, items } = await dataOf<RecordList>(client, list('page=1'));
    const deep = Math.max(1, Math.floor(total / 20));
    // Each generated title ends with a number of its own.
    const numbers = items.map(({ title, name }) => (title ?? name)?.split(' ').at(-1));
    entries.push(
      [`${kind}, first page`, [list('page=1')], 1, 1.5],
      [`${kind}, page ${deep}`, [list(`page=${deep}`), list(`page=${deep - 1}`)], 1],
      [`${kind}, search with few hits`, numbers.map((number) => list(`search=${number}`)), 2, 2],
      [`${kind}, search with many hits`, [list('search=the'), list('search=the&page=3')], 2, 2],
    );
  }
  const byDays = (way: string) => ({
    path: `/api/books/challenges?sort_by_field=day_count&sort_direction=${way}`,
  });
  const codes = Array.from({ length: BOOKS_OF_A_LARGE_LIST }, (_, index) => codeOf(index + 1));
  const { id } = await dataOf<{ id: number }>(
    client,
    post('collections', { title: 'Large', book_codes: codes }),
  );
  const save = (book_codes: readonly string[]) => post('collections/update', { id, book_codes });
  entries.push(
    ['challenges, sorted by days', [byDays('asc'), byDays('desc')], 1, 1.5],
    ['save a collection of 5,000 books', [save(codes.toReversed()), save(codes)], 50],
    ['home screen of ten blocks', [{ path: '/api/mobile/home?service=main' }], 2, 1.5],
  );
  // Restores the normal size of the newest collection of the lists above.
  await client.send(save(codes.slice(0, 8)));
  await composeHome(client);

  let writtenCount = 0;
  const write = (side: Client) => {
    writtenCount += 1;
    const kind = ['collections', 'story-books', 'mobile-configs', 'challenges'][writtenCount % 4] ?? '';
    return side.send(post(`${kind}/update`, { id: 1, title: `Written ${writtenCount}` }));
  };
  return { rows: toRows(entries), write };
}
