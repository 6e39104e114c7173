import type { Client, BenchRequest } from './load.ts';
import { type Row, roundRobin } from './rows.ts';

interface ListResponse {
  readonly data: {
    readonly total: number;
    readonly items: readonly { id: number; title?: string; name?: string }[];
  };
}

const BOOKS_OF_A_LARGE_LIST = 5_000;

const post = (path: string, body: object): BenchRequest => ({
  method: 'POST',
  path: `/api/books/${path}`,
  body: JSON.stringify(body),
});

const codeOf = (id: number): string => `BK-${String(id).padStart(6, '0')}`;

async function send<ResponseBody>(client: Client, request: BenchRequest): Promise<ResponseBody> {
  return JSON.parse((await client.send(request)).text) as ResponseBody;
}

/** Composes a home screen with ten blocks of every type and the newest records. */
async function composeHome(client: Client): Promise<void> {
  const idsOf = async (path: string) => {
    const { data } = await send<ListResponse>(client, { path: `/api/books/${path}` });
    return data.items.map(({ id }) => ({ id }));
  };
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
export async function readRecordRows(
  client: Client,
): Promise<{ rows: Row[]; write: (side: Client) => Promise<void> }> {
  const rows: Row[] = [];
  for (const kind of ['categories', 'collections', 'story-books', 'mobile-configs', 'challenges']) {
    const list = (query: string): BenchRequest => ({ path: `/api/books/${kind}?items_per_page=10&${query}` });
    const { data } = await send<ListResponse>(client, list('page=1'));
    const deep = Math.max(1, Math.floor(data.total / 20));
    rows.push(
      { name: `${kind}, first page`, next: roundRobin([list('page=1')]), limitMs: 1, limitRatio: 1.5 },
      {
        name: `${kind}, page ${deep}`,
        next: roundRobin([list(`page=${deep}`), list(`page=${deep - 1}`)]),
        limitMs: 1,
      },
      {
        name: `${kind}, search with few hits`,
        // Each generated title ends with this number.
        next: roundRobin(
          data.items.map(({ title, name }) => list(`search=${(title ?? name)?.split(' ').at(-1)}`)),
        ),
        limitMs: 2,
        limitRatio: 2,
      },
      {
        name: `${kind}, search with many hits`,
        next: roundRobin([list('search=the'), list('search=the&page=3')]),
        limitMs: 2,
        limitRatio: 2,
      },
    );
  }
  rows.push({
    name: 'challenges, sorted by days',
    next: roundRobin(
      ['asc', 'desc'].map((way) => ({
        path: `/api/books/challenges?sort_by_field=day_count&sort_direction=${way}`,
      })),
    ),
    limitMs: 1,
    limitRatio: 1.5,
  });

  const codes = Array.from({ length: BOOKS_OF_A_LARGE_LIST }, (_, index) => codeOf(index + 1));
  const createdRecord = await send<{ data: { id: number } }>(
    client,
    post('collections', { title: 'Large', book_codes: codes }),
  );
  const { id } = createdRecord.data;
  rows.push({
    name: 'save a collection of 5,000 books',
    next: roundRobin(
      [codes.toReversed(), codes].map((book_codes) => post('collections/update', { id, book_codes })),
    ),
    limitMs: 50,
  });
  // Restores the normal size of the newest collection of the lists above.
  await client.send(post('collections/update', { id, book_codes: codes.slice(0, 8) }));

  await composeHome(client);
  rows.push({
    name: 'home screen of ten blocks',
    next: roundRobin([{ path: '/api/mobile/home?service=main' }]),
    limitMs: 2,
    limitRatio: 1.5,
  });

  let writtenCount = 0;
  const write = async (side: Client) => {
    writtenCount += 1;
    const kind = ['collections', 'story-books', 'mobile-configs', 'challenges'][writtenCount % 4] ?? '';
    await side.send(post(`${kind}/update`, { id: 1, title: `Written ${writtenCount}` }));
  };
  return { rows, write };
}
