import type { RecordReferences } from '#contract/audit-log/audit-log';
import type { Book } from '#contract/books/books';
import type { Challenge } from '#contract/challenges/challenges';
import type { Collection } from '#contract/collections/collections';
import type { ResourceName } from '#contract/core/permissions';
import type { StoryBook } from '#contract/story-books/story-books';
import type { FakeItems } from './fake-records.ts';

/** Returns the references of a book in collections, challenges and story books. Other records have none. */
export function fakeReferences(
  items: FakeItems,
  kind: ResourceName,
  id: number | undefined,
): RecordReferences {
  const records = <Record>(name: ResourceName) => items[name] as unknown as Record[];
  const code = records<Book>('books').find((book) => book.id === id)?.code;
  const listsOf = <Record extends { id: number; title: string }>(
    name: ResourceName,
    codesOf: (record: Record) => readonly string[],
  ): RecordReferences['references'] => {
    const uses = records<Record>(name)
      .map((record) => ({ record, position: codesOf(record).indexOf(code ?? '') }))
      .filter(({ position: place }) => place >= 0)
      .map(({ record, position }) => ({ id: record.id, name: record.title, place: position, block: null }));
    return uses.length === 0 ? [] : [{ kind: name, total: uses.length, items: uses }];
  };
  const references =
    kind === 'books'
      ? [
          ...listsOf<Collection>('collections', ({ books }) => books.map((book) => book.code)),
          ...listsOf<Challenge>('challenges', (challenge) =>
            challenge.items.map(({ book_code }) => book_code),
          ),
          ...listsOf<StoryBook>('story-books', ({ story_items }) =>
            story_items.map(({ book_code }) => book_code),
          ),
        ]
      : [];
  return { keeps: false, is_live: false, references, home_screens: [], home_screens_total: 0 };
}
