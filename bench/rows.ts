import { MIN_TYPO_LETTERS } from '#contract/core/typos';
import type { Client, BenchRequest } from './load.ts';
import { type Random, randomFrom } from './random.ts';

export interface Row {
  readonly name: string;
  /** Returns the next request of the row. Requests are different unless the row measures cached responses. */
  next(): BenchRequest;
  /** The maximum CPU time of the server for a request in milliseconds. */
  readonly limitMs: number;
  /** The maximum ratio to the same request on the small catalogue. */
  readonly limitRatio?: number;
  /** The row of the small catalogue that the ratio compares with, if it is another one. */
  readonly baseline?: string;
}

interface ListResponse {
  readonly data: {
    readonly total: number;
    readonly items: readonly { id: number; name: string; code: string; category: { code: string } | null }[];
  };
}

/** Returns a function that returns the requests in rotation. */
export function roundRobin(requests: readonly BenchRequest[]): () => BenchRequest {
  let round = 0;
  return () => requests[round++ % requests.length] ?? { path: '/api/user/me' };
}

const list = (query: string): BenchRequest => ({
  path: `/api/books/list?items_per_page=10&with_chapters=0&is_admin=1&${query}`,
});

const request = async (client: Client, query: string): Promise<ListResponse['data']> =>
  (JSON.parse((await client.send(list(query))).text) as ListResponse).data;

/** The number of pages from which titles are sampled. Sampling uses no search, so searches of the rows are not cached. */
const SAMPLED_PAGES = 40;
const SAMPLED_ITEMS = 100;
const PAGE_SIZE = 10;
const MAX_DEEP = 50_000;

/** Returns titles from all parts of the catalogue. */
async function sampleTitles(client: Client, total: number, random: Random): Promise<string[]> {
  const titles: string[] = [];
  const pages = Math.max(1, Math.floor(total / SAMPLED_ITEMS));
  for (let n = 0; n < SAMPLED_PAGES; n += 1) {
    const path = `/api/books/list?items_per_page=${SAMPLED_ITEMS}&page=${1 + random(pages)}`;
    const { data } = JSON.parse((await client.send({ path })).text) as ListResponse;
    titles.push(...data.items.map((item) => item.name));
  }
  return titles;
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random(2 ** 31) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const wordsOf = (titles: readonly string[]): string[] => [
  ...new Set(titles.flatMap((title) => title.toLowerCase().match(/\p{L}{3,}/gu) ?? [])),
];

/** Yields the searches of a user who types words: each prefix of a word. */
function* typeWords(words: readonly string[]): Generator<string> {
  for (const word of words)
    for (let length = 1; length <= Math.min(word.length, 6); length += 1) yield word.slice(0, length);
}

const search = (text: string, rest = ''): BenchRequest => list(`search=${encodeURIComponent(text)}${rest}`);
const post = (path: string, body: object): BenchRequest => ({
  method: 'POST',
  path: `/api/books/${path}`,
  body: JSON.stringify(body),
});

/** Returns writes of all types to books. Each write is different. */
function writesOf(
  random: Random,
  {
    total,
    titles,
    codes,
  }: { readonly total: number; readonly titles: readonly string[]; readonly codes: readonly string[] },
) {
  let count = 0;
  const anyOf = (items: readonly string[]) => items[random(items.length)] ?? '';
  const anyBook = () => 1 + random(total);
  const title = () => `${anyOf(titles)} ${++count}`;
  const create = (author: string) =>
    post('create', {
      name: title(),
      language: 1 + random(4),
      duration: random(72_000),
      author: { name: author },
      category_code: anyOf(codes),
    });
  const kinds = {
    createKnown: () => create(`Known Author ${random(50)}`),
    createNew: () => create(`New Author ${random(2 ** 31)}`),
    rename: () => post('update', { id: anyBook(), name: title() }),
    move: () => post('update', { id: anyBook(), category_code: anyOf(codes) }),
    change: () => post('update', { id: anyBook(), duration: random(72_000) }),
  };
  const all = Object.values(kinds);
  return { ...kinds, any: (): BenchRequest => all[random(all.length)]?.() ?? kinds.change() };
}

/** Returns the rows of the table with the words, categories and pages of this catalogue. */
export async function readRows(
  client: Client,
): Promise<{ rows: Row[]; write: (side: Client) => Promise<void> }> {
  // Compared catalogues get the same requests.
  const random = randomFrom(9);
  const first = await request(client, 'page=1');
  const { total } = first;
  const titles = await sampleTitles(client, total, random);
  const words = shuffle(wordsOf(titles), random);
  const codes = [...new Set(first.items.flatMap((item) => item.category?.code ?? []))];
  const deepest = Math.max(1, Math.floor(total / PAGE_SIZE));
  const deep = Math.min(MAX_DEEP, Math.ceil(deepest / 2));
  const writes = writesOf(random, { total, titles, codes });
  const anyPage = () => 1 + random(deepest);
  const way = () => (random(2) === 0 ? 'asc' : 'desc');
  let insertCount = 0;
  /** Returns each word once, then starts again. */
  const newWord = () => words[insertCount++ % words.length] ?? 'a';
  const pair = () => {
    const titleWords = (titles[random(titles.length)] ?? '').split(' ');
    const index = random(titleWords.length);
    return titleWords.slice(index, index + 2).join(' ');
  };
  const longWords = words.filter((word) => word.length > MIN_TYPO_LETTERS);
  /** Returns a word without one of its letters. */
  const typo = () => {
    const word = longWords[insertCount++ % longWords.length] ?? 'a';
    const index = 1 + random(word.length - 1);
    return word.slice(0, index) + word.slice(index + 1);
  };
  const typedWords = typeWords(shuffle(words, random));
  const common = 'the';
  const mixedRequests = [
    () => search(newWord()),
    () => list(`page=${anyPage()}`),
    () => list('page=1'),
    () => search(pair()),
    () => list(`language=en&page=${1 + random(20)}`),
  ];
  const cheap = { limitMs: 0.5, limitRatio: 1.5 };

  const rows: Row[] = [
    { name: 'session', next: roundRobin([{ path: '/api/user/me' }]), limitMs: 0.15 },
    { name: 'first page', next: () => list('page=1'), ...cheap },
    {
      // New books fill the first pages during the measurement.
      name: 'pages 30 to 90',
      next: () => list(`page=${30 + random(61)}`),
      ...cheap,
    },
    {
      name: 'language filter',
      next: roundRobin(['en', 'tr', 'pt', 'es'].map((code) => list(`language=${code}`))),
      ...cheap,
    },
    {
      name: 'category filter',
      next: roundRobin(codes.map((code) => list(`category_code=${code}`))),
      ...cheap,
    },
    {
      name: 'language and category',
      next: roundRobin(codes.map((code) => list(`language=en&category_code=${code}`))),
      ...cheap,
    },
    {
      name: 'sort by reading time',
      next: () => list(`sort_by_field=reading_time&sort_direction=${way()}`),
      ...cheap,
    },
    { name: 'search, new word', next: () => search(newWord()), limitMs: 8 },
    { name: 'search, new word, by language', next: () => search(newWord(), '&language=en'), limitMs: 8 },
    { name: 'search, two words', next: () => search(pair()), limitMs: 8 },
    { name: 'search, word with a typo', next: () => search(typo()), limitMs: 10 },
    {
      name: 'search full text, new word',
      next: () => search(newWord(), '&in=everything'),
      limitMs: 10,
    },
    { name: 'search, first letters', next: () => search(String(typedWords.next().value ?? 'a')), limitMs: 8 },
    {
      name: 'search, book code',
      next: () => search(`BK-${String(1 + random(total)).padStart(6, '0')}`),
      limitMs: 1,
    },
    {
      name: 'command menu, new word',
      next: () => ({ path: `/api/search?search=${encodeURIComponent(newWord())}` }),
      limitMs: 5,
    },
    {
      name: 'command menu, first letters',
      next: () => ({ path: `/api/search?search=${encodeURIComponent(newWord().slice(0, 2))}` }),
      limitMs: 5,
    },
    {
      name: 'command menu, word with a typo',
      next: () => ({ path: `/api/search?search=${encodeURIComponent(typo())}` }),
      limitMs: 10,
    },
    { name: 'search, repeated', next: () => search(common), limitMs: 2, limitRatio: 2 },
    { name: 'deep page', next: () => list(`page=${anyPage()}`), limitMs: 20 },
    { name: `page ${deep}, remembered`, next: () => list(`page=${deep}`), limitMs: 4 },
    {
      name: 'deep page, by reading time',
      next: () => list(`sort_by_field=reading_time&sort_direction=${way()}&page=${anyPage()}`),
      limitMs: 20,
    },
    {
      name: 'mixed reads',
      next: () => mixedRequests[random(mixedRequests.length)]?.() ?? list('page=1'),
      limitMs: 3,
    },
    {
      name: 'report: longest book',
      next: roundRobin([{ path: '/api/books/reports/longest-book' }]),
      ...cheap,
    },
    {
      name: 'report: reading time',
      next: roundRobin([{ path: '/api/books/reports/average-reading-time' }]),
      ...cheap,
    },
    {
      name: 'report: authors',
      next: roundRobin([{ path: '/api/books/reports/most-prolific-authors' }]),
      ...cheap,
    },
    { name: 'create, known author', next: writes.createKnown, limitMs: 1, limitRatio: 1.5 },
    { name: 'create, new author', next: writes.createNew, limitMs: 1, limitRatio: 1.5 },
    { name: 'rename', next: writes.rename, limitMs: 1, limitRatio: 1.5 },
    { name: 'move to a category', next: writes.move, limitMs: 0.8, limitRatio: 1.5 },
    { name: 'other change', next: writes.change, limitMs: 0.8, limitRatio: 1.5 },
  ];
  const write = async (side: Client) => {
    await side.send(writes.any());
  };
  return { rows, write };
}
