import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Book } from '#contract/books/books';
import type { BlockType } from '#contract/mobile-configs/block-types';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { type MobileHome, mobileHome } from '#contract/mobile-home/mobile-home';
import { openDiskStore } from '#server/core/blobs/disk';
import type { Database } from '#server/core/db/open';
import { buildTestApp } from './build-test-app.ts';
import { contextWith } from './factories.ts';

const context = contextWith();

type Blocks = (readonly [type: BlockType, ...ids: number[]])[];

/** Opens two processes with the home screen of an app and three books, and returns functions that add its records. */
export async function openMobileHome(database: Database) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-blobs-'));
  const api = await buildTestApp(database, await openDiskStore(folder));
  const other = await buildTestApp(database, await openDiskStore(folder));
  const books: Book[] = [];

  for (const [name, author, duration] of [
    ['Alba', 'Ana', 60],
    ['Brisa', 'Ana', 120],
    ['Cal', 'Caio', 240],
  ] as const)
    books.push(
      await api.services.books.create({ name, author: { name: author }, duration, language: 4 }, context),
    );

  const get = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    api.call('GET', '/api/mobile/home', { query, headers });
  /** Reads the screen like an app; fails for fields that the contract does not declare. */
  async function read(service = 'main'): Promise<MobileHome> {
    const { status, body } = await get({ service });
    expect([status, body.success]).toEqual([200, true]);
    expect(mobileHome.parse(body.data)).toEqual(body.data);
    return body.data;
  }
  const publish = (blocks: Blocks, is_main_service = true, title = 'Home') =>
    api.services.mobileConfigs.create(
      mobileConfigs.create.parse({
        title,
        is_main_service,
        config: blocks.map(([type, ...data]) => ({ title: `A block of ${type}`, type, data })),
      }),
      context,
    );
  const codes = (...numbers: number[]) => numbers.map((number) => books[number]?.code ?? '');
  const addCollection = (title: string, book_codes: string[]) =>
    api.services.collections.create({ title, description: `About ${title}`, book_codes }, context);
  const addChallenge = (title: string, book_codes: string[], is_active = true) =>
    api.services.challenges.create(
      {
        title,
        description: '',
        day_count: 3,
        is_active,
        items: book_codes.map((book_code) => ({ book_code })),
      },
      context,
    );
  async function addStory(texts: string[]) {
    const { id, code } = await api.services.books.create({ name: 'Told', author: { name: 'Teo' } }, context);
    const storyBook = await api.services.books.replaceChapters(
      id,
      [{ name: 'First', duration: 30, text_items: texts.map((text) => ({ text })) }],
      context,
    );
    const [chapter] = storyBook.chapters ?? [];
    const story_items = (chapter?.text_items ?? []).map((item, index) => ({
      book_code: code,
      chapter_code: chapter?.code ?? '',
      text_item_code: item.code ?? '',
      is_featured: index === 0,
    }));
    const story = await api.services.storyBooks.create(
      { title: 'Story', description: '', story_items },
      context,
    );
    return { story, book: storyBook };
  }

  return {
    api,
    other,
    books,
    get,
    read,
    publish,
    codes,
    addCollection,
    addChallenge,
    addStory,
    async close(): Promise<void> {
      await api.close();
      await other.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
