import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import { languageFromFilter } from '#contract/core/languages';
import { blockTypes } from '#contract/mobile-configs/block-types';
import type { HomeIssue, homePreviewRequest } from '#contract/mobile-home/home-preview';
import type { z } from 'zod';
import type { FakeItem } from './fake-records.ts';
import type { FakeApi } from './fake-state.ts';

type Request = z.input<typeof homePreviewRequest>;
interface BlockRequest {
  readonly type: keyof typeof blockTypes;
  readonly data: { readonly id?: number | null; readonly items?: readonly Pick<BlockItem, 'id'>[] };
}

/** Returns the Backup Service books of a collection; a book is its own. */
function backupBooksOf(fake: FakeApi, record: FakeItem): number[] {
  const { books } = record;
  if (fake.items.books.includes(record)) return record['is_backup'] === 1 ? [record.id] : [];
  const codes = Array.isArray(books) ? (books as { code: string }[]).map(({ code }) => code) : [];
  return fake.items.books
    .filter((book) => codes.includes(String(book['code'])) && book['is_backup'] === 1)
    .map(({ id }) => id);
}

/** Returns true if apps show the record in this language: it is a book in it or has one, or it is a category. */
function hasBooksIn(fake: FakeApi, record: FakeItem, language: number): boolean {
  if (fake.items.categories.includes(record)) return true;
  if (fake.items.books.includes(record)) return record['language'] === language;
  const entries = [record['books'], record['items'], record['story_items']].find(Array.isArray) ?? [];
  const codes = (entries as { code?: string; book_code?: string }[]).map(
    (entry) => entry.code ?? entry.book_code,
  );
  return fake.items.books.some(
    (book) => codes.includes(String(book['code'])) && book['language'] === language,
  );
}

/** Returns the preview of a home screen: a card for each active record, and issues as the server lists them. */
export function fakeHomePreview(fake: FakeApi, body: Record<string, unknown>) {
  const { is_main_service, config } = body as unknown as Request;
  const query = body['language'];
  const language = typeof query === 'string' ? languageFromFilter(query) : undefined;
  const isShown = (item: FakeItem) => language === undefined || hasBooksIn(fake, item, language);
  const issues: HomeIssue[] = [];
  const blocks = (config as unknown as readonly BlockRequest[]).map(({ type, data }, index) => {
    const resource = blockTypes[type].shows;
    const ids = data.items?.map(({ id }) => id) ?? [data.id];
    const records = ids.flatMap((id) => fake.items[resource].find((item) => item.id === id) ?? []);
    const activeRecords = records.filter((record) => record['is_active'] !== false && isShown(record));
    const note = (issue: Pick<HomeIssue, 'kind'> & Partial<HomeIssue>) =>
      issues.push({ block: index + 1, record: null, book_count: 0, book_ids: [], ...issue });
    if (activeRecords.length === 0) note({ kind: 'block_empty' });
    for (const item of records) {
      const record = { resource, id: item.id, title: String(item['title'] ?? item['name']) };
      const book_ids = is_main_service === true ? backupBooksOf(fake, item) : [];
      if (item['is_active'] === false) note({ kind: 'challenge_inactive', record });
      else if (!isShown(item)) note({ kind: 'no_books_in_language', record });
      else if (book_ids.length > 0)
        note({ kind: 'books_of_backup_service', record, book_count: book_ids.length, book_ids });
    }
    const cards = activeRecords.map((item) => ({
      ...(resource === 'books' && { kind: 'book', author: item['author'] }),
      id: item.id,
      title: item['title'] ?? item['name'],
      image: item['cover'] ?? item['image'] ?? item['image_url'] ?? null,
      thumbnail_url: item['cover'] ?? item['image'] ?? item['thumbnail_url'] ?? null,
      description: item['description'] ?? '',
      day_count: item['day_count'],
    }));
    return { title: '', type, card_count: cards.length, cards };
  });
  return { blocks, issues };
}
