import { randomFrom } from '../../bench/random.ts';
import type { TestApp } from './build-test-app.ts';
import { makeImage, makeWav } from './media-files.ts';
import { seed } from './seed.ts';

type Body = Parameters<TestApp['call']>[2];
/** Sends a write below `/api/books`. @returns the data of the response */
export type SendWrite = (
  path: string,
  body: Body,
  method?: 'POST' | 'DELETE',
) => Promise<{ id: number; code: string }>;

const image = { bytes: await makeImage('png'), name: 'cover.png' };
const audio = { bytes: makeWav(1), name: 'audio.wav' };
/** The first changes create books, because the other changes need them. */
const BOOKS_AT_FIRST = 3;

/** Returns a function that makes one random change: it creates, changes or deletes books with and without files, collections and categories. */
export function createRandomChanges(send: SendWrite): (round: number) => Promise<void> {
  const random = randomFrom(seed);
  const books: { id: number; code: string }[] = [];
  const collections: number[] = [];

  const acts = [
    async (name: string) => {
      const { id, code } = await send('/create', {
        form: { name, ...(random(3) === 0 && { image, audio }) },
      });
      books.push({ id, code });
    },
    async (name: string) => {
      const book = books[random(books.length)];
      if (book) await send('/update', { json: { id: book.id, name } });
    },
    async () => {
      const [book] = books.splice(random(books.length), 1);
      if (book) await send(`/${book.id}`, {}, 'DELETE');
    },
    async (title: string) => {
      const book_codes = books.slice(0, 5).map(({ code }) => code);
      collections.push((await send('/collections', { json: { title, book_codes } })).id);
    },
    async () => {
      const id = collections[random(collections.length)];
      const book_codes = books.slice(-5).map(({ code }) => code);
      if (id !== undefined)
        await send('/collections/update', { json: { id, book_codes: book_codes.toReversed() } });
    },
    async (name: string) => void (await send('/categories', { json: { name } })),
  ];
  return async (round) => acts[round < BOOKS_AT_FIRST ? 0 : random(acts.length)]?.(`Turn ${round}`);
}

/** Returns the lists that the API returns to a user. */
export async function shownBy(api: TestApp, token: string): Promise<unknown[]> {
  const query = { items_per_page: '100' };
  const paths = [
    '/books/list',
    '/books/categories',
    '/books/collections',
    '/audit-log',
    '/trash',
    '/books/authors',
  ];
  return Promise.all(
    paths.map(async (path) => (await api.call('GET', `/api${path}`, { token, query })).body.data),
  );
}
