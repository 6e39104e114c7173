import { MIN_TYPO_LETTERS } from '#contract/core/typos';
import { type BenchRequest, type Client, dataOf, post } from './load.ts';
import { type Random, randomFrom } from './random.ts';

export interface Row {
  readonly name: string;
  /** Returns the next request of the row. Requests are different unless the row measures cached responses. */
  next(): BenchRequest;
  /** The maximum CPU time of the server for a request in milliseconds. */
  readonly limitMs: number;
  /** The maximum ratio to the same request on the small catalogue. */
  readonly limitRatio?: number | undefined;
}

export interface RowSet {
  readonly rows: readonly Row[];
  /** Sends a write of the concurrent user. */
  write(side: Client): Promise<unknown>;
}

/** The fields of a row in their order. Requests of a list are sent in rotation. */
export type RowEntry = readonly [
  name: string,
  next: Row['next'] | readonly BenchRequest[],
  limitMs: number,
  limitRatio?: number,
];

/** Returns the rows of entries. */
export const toRows = (entries: readonly RowEntry[]): Row[] =>
  entries.map(([name, next, limitMs, limitRatio]) => {
    let round = 0;
    const inRotation = (requests: readonly BenchRequest[]) => () =>
      requests[round++ % requests.length] ?? { path: '/api/user/me' };
    return {
      name,
      next: typeof next === 'function' ? next : inRotation(next),
      limitMs,
      limitRatio,
    };
  });

interface BookList {
  readonly total: number;
  readonly items: readonly { name: string; category: { code: string } | null }[];
}

/** Returns a request of the books list. */
export const list = (query: string): BenchRequest => ({
  path: `/api/books/list?items_per_page=10&with_chapters=0&is_admin=1&${query}`,
});
const search = (text: string, rest = ''): BenchRequest => list(`search=${encodeURIComponent(text)}${rest}`);
const commandMenu = (text: string): BenchRequest => ({
  path: `/api/search?search=${encodeURIComponent(text)}`,
});

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
    titles.push(...(await dataOf<BookList>(client, { path })).items.map(({ name }) => name));
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

/** Returns generators of words of the titles. */
function drawWords(titles: readonly string[], random: Random) {
  const words = shuffle(wordsOf(titles), random);
  const longWords = words.filter((word) => word.length > MIN_TYPO_LETTERS);
  let drawCount = 0;
  const typedWords = typeWords(shuffle(words, random));
  return {
    /** Returns each word once, then starts again. */
    newWord: () => words[drawCount++ % words.length] ?? 'a',
    /** Returns two successive words of a title. */
    pair() {
      const titleWords = (titles[random(titles.length)] ?? '').split(' ');
      const index = random(titleWords.length);
      return titleWords.slice(index, index + 2).join(' ');
    },
    /** Returns a word without one of its letters. */
    typo() {
      const word = longWords[drawCount++ % longWords.length] ?? 'a';
      const index = 1 + random(word.length - 1);
      return word.slice(0, index) + word.slice(index + 1);
    },
    firstLetters: () => String(typedWords.next().value ?? 'a'),
  };
}

/** Returns the rows of the table with the words, categories and pages of this catalogue. */
export async function readRows(client: Client): Promise<RowSet> {
  // Compared catalogues get the same requests.
  const random = randomFrom(9);
  const { total, items } = await dataOf<BookList>(client, list('page=1'));
  const titles = await sampleTitles(client, total, random);
  const { newWord, pair, typo, firstLetters } = drawWords(titles, random);
  const codes = [...new Set(items.flatMap(({ category }) => category?.code ?? []))];
  const deepest = Math.max(1, Math.floor(total / PAGE_SIZE));
  const deep = Math.min(MAX_DEEP, Math.ceil(deepest / 2));
  const writes = writesOf(random, { total, titles, codes });
  const anyPage = () => 1 + random(deepest);
  const way = () => (random(2) === 0 ? 'asc' : 'desc');
  const byTime = (rest = '') => list(`sort_by_field=reading_time&sort_direction=${way()}${rest}`);
  const report = (name: string) => [{ path: `/api/books/reports/${name}` }];
  const mixedRequests = [
    () => search(newWord()),
    () => list(`page=${anyPage()}`),
    () => list('page=1'),
    () => search(pair()),
    () => list(`language=en&page=${1 + random(20)}`),
  ];
  const rows = toRows([
    ['session', [{ path: '/api/user/me' }], 0.15],
    ['first page', () => list('page=1'), 0.5, 1.5],
    // New books fill the first pages during the measurement.
    ['pages 30 to 90', () => list(`page=${30 + random(61)}`), 0.5, 1.5],
    ['language filter', ['en', 'tr', 'pt', 'es'].map((code) => list(`language=${code}`)), 0.5, 1.5],
    ['category filter', codes.map((code) => list(`category_code=${code}`)), 0.5, 1.5],
    ['language and category', codes.map((code) => list(`language=en&category_code=${code}`)), 0.5, 1.5],
    ['sort by reading time', () => byTime(), 0.5, 1.5],
    ['search, new word', () => search(newWord()), 8],
    ['search, new word, by language', () => search(newWord(), '&language=en'), 8],
    ['search, two words', () => search(pair()), 8],
    ['search, word with a typo', () => search(typo()), 10],
    ['search full text, new word', () => search(newWord(), '&in=everything'), 10],
    ['search, first letters', () => search(firstLetters()), 8],
    ['search, book code', () => search(`BK-${String(1 + random(total)).padStart(6, '0')}`), 1],
    ['command menu, new word', () => commandMenu(newWord()), 5],
    ['command menu, first letters', () => commandMenu(newWord().slice(0, 2)), 5],
    ['command menu, word with a typo', () => commandMenu(typo()), 10],
    ['search, repeated', () => search('the'), 2, 2],
    ['deep page', () => list(`page=${anyPage()}`), 20],
    [`page ${deep}, remembered`, () => list(`page=${deep}`), 4],
    ['deep page, by reading time', () => byTime(`&page=${anyPage()}`), 20],
    ['mixed reads', () => mixedRequests[random(mixedRequests.length)]?.() ?? list('page=1'), 3],
    ['report: longest book', report('longest-book'), 0.5, 1.5],
    ['report: reading time', report('average-reading-time'), 0.5, 1.5],
    ['report: authors', report('most-prolific-authors'), 0.5, 1.5],
    ['create, known author', writes.createKnown, 1, 1.5],
    ['create, new author', writes.createNew, 1, 1.5],
    ['rename', writes.rename, 1, 1.5],
    ['move to a category', writes.move, 0.8, 1.5],
    ['other change', writes.change, 0.8, 1.5],
  ]);
  return { rows, write: (side) => side.send(writes.any()) };
}
