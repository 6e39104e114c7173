import type { Client, Shot } from './load.ts';

export interface Row {
  readonly name: string;
  readonly shots: readonly Shot[];
  /** Milliseconds of server CPU a request may cost. */
  readonly limitMs: number;
  /** How much more it may cost than the same request on the small catalogue. */
  readonly limitRatio?: number;
}

interface ListAnswer {
  readonly data: {
    readonly total: number;
    readonly items: readonly { id: number; name: string; code: string; category: { code: string } | null }[];
  };
}

const list = (query: string): Shot => ({
  path: `/api/books/list?items_per_page=10&with_chapters=0&is_admin=1&${query}`,
});

const ask = async (client: Client, query: string): Promise<ListAnswer['data']> =>
  (JSON.parse((await client.send(list(query))).text) as ListAnswer).data;

/** Words of the catalogue's own titles with their number of hits, so that the rows ask what really is there. */
async function sampleWords(client: Client, total: number): Promise<{ word: string; hits: number }[]> {
  const words = new Set<string>();
  for (let n = 1; n <= 30; n += 1) {
    const page = Math.ceil(((total / 10) * n) / 31) || 1;
    const { items } = await ask(client, `page=${page}`);
    for (const item of items) {
      for (const word of item.name.split(/[^\p{L}]+/u))
        if ([...word].length >= 4) words.add(word.toLowerCase());
    }
  }
  const found: { word: string; hits: number }[] = [];
  for (const word of [...words].slice(0, 150)) {
    found.push({ word, hits: (await ask(client, `search=${encodeURIComponent(word)}`)).total });
  }
  return found;
}

const closestTo = (words: readonly { word: string; hits: number }[], hits: number): string =>
  words.toSorted((a, b) => Math.abs(a.hits - hits) - Math.abs(b.hits - hits))[0]?.word ?? 'a';

/** The rows of the table, on the words, categories and pages that this catalogue has. */
export async function readRows(
  client: Client,
): Promise<{ rows: Row[]; write: (side: Client) => Promise<void> }> {
  const first = await ask(client, 'page=1');
  const words = await sampleWords(client, first.total);
  const common = encodeURIComponent(closestTo(words, first.total / 20));
  const codes = [...new Set(first.items.flatMap((item) => item.category?.code ?? []))];
  const category = codes[0] ?? '';
  const deep = Math.min(50_000, Math.floor(first.total / 10 / 2) + 1);
  const rare = first.items.map((item) => encodeURIComponent(item.code));
  const firstBook = first.items[0];
  if (!firstBook) throw new Error('The catalogue is empty.');
  let written = 0;

  const rows: Row[] = [
    { name: 'first page', shots: [list('page=1')], limitMs: 1, limitRatio: 1.5 },
    {
      name: 'language filter',
      shots: ['en', 'tr', 'pt', 'es'].map((code) => list(`language=${code}`)),
      limitMs: 1,
      limitRatio: 1.5,
    },
    {
      name: 'category filter',
      shots: codes.map((code) => list(`category_code=${code}`)),
      limitMs: 1,
      limitRatio: 1.5,
    },
    {
      name: 'language and category',
      shots: codes.map((code) => list(`language=en&category_code=${code}`)),
      limitMs: 1,
      limitRatio: 1.5,
    },
    {
      name: `page ${deep} of everything`,
      shots: [0, 1, 2, 3].map((n) => list(`page=${deep - n}`)),
      limitMs: 4,
    },
    {
      name: 'search, few hits',
      shots: rare.map((code) => list(`search=${code}`)),
      limitMs: 2,
      limitRatio: 2,
    },
    {
      name: 'search, 50,000 hits',
      shots: [list(`search=${common}`), list(`search=${common}&page=2`)],
      limitMs: 2,
      limitRatio: 2,
    },
    {
      name: 'search and language',
      shots: ['en', 'es'].map((code) => list(`search=${common}&language=${code}`)),
      limitMs: 2,
      limitRatio: 2,
    },
    {
      name: 'search and sort',
      shots: [list(`search=${common}&sort_by_field=reading_time&sort_direction=desc`)],
      limitMs: 2,
      limitRatio: 2,
    },
    { name: 'search, one letter', shots: [list('search=s')], limitMs: 2, limitRatio: 2 },
    { name: 'search, two letters', shots: [list('search=de')], limitMs: 2, limitRatio: 2 },
    {
      name: 'sort by reading time',
      shots: ['asc', 'desc'].map((way) => list(`sort_by_field=reading_time&sort_direction=${way}`)),
      limitMs: 1,
      limitRatio: 1.5,
    },
    {
      name: `sort by reading time, page ${deep}`,
      shots: ['asc', 'desc'].map((way) =>
        list(`sort_by_field=reading_time&sort_direction=${way}&page=${deep}`),
      ),
      limitMs: 4,
    },
    {
      name: 'report: longest book',
      shots: [{ path: '/api/books/reports/longest-book' }],
      limitMs: 1,
      limitRatio: 1.5,
    },
    {
      name: 'report: average reading time',
      shots: [{ path: '/api/books/reports/average-reading-time' }],
      limitMs: 1,
      limitRatio: 1.5,
    },
    {
      name: 'report: most prolific authors',
      shots: [{ path: '/api/books/reports/most-prolific-authors' }],
      limitMs: 1,
      limitRatio: 1.5,
    },
    {
      name: 'create without file',
      shots: Array.from({ length: 500 }, () => {
        written += 1;
        return {
          method: 'POST' as const,
          path: '/api/books/create',
          body: JSON.stringify({
            name: `A new book ${written}`,
            language: 3,
            duration: 600,
            category_code: category,
          }),
        };
      }),
      limitMs: 1,
      limitRatio: 1.5,
    },
    {
      name: 'update without file',
      shots: first.items.map((item) => ({
        method: 'POST' as const,
        path: '/api/books/update',
        body: JSON.stringify({ id: item.id, name: item.name, duration: 900 + item.id }),
      })),
      limitMs: 1,
      limitRatio: 1.5,
    },
  ];
  let changed = 0;
  const write = async (side: Client) => {
    changed += 1;
    const body = JSON.stringify({ id: firstBook.id, name: firstBook.name, duration: 60 * changed });
    await side.send({ method: 'POST', path: '/api/books/update', body });
  };
  return { rows, write };
}
