import type { User } from '#contract/auth/auth';
import type { ApiItem } from '#contract/core/define-resource';
import { allPermissions, type ResourceName, resourceNames } from '#contract/core/permissions';
import type { Book } from '#contract/books/books';
import type { Category } from '#contract/categories/categories';
import type { SubCategory } from '#contract/sub-categories/sub-categories';

/** The records of the fake server by resource: any object with an ID. */
export type FakeItem = ApiItem & Record<string, unknown>;
export type FakeItems = Record<ResourceName, FakeItem[]>;

export const fakeUser: User = {
  id: 1,
  name: 'Ada Editor',
  email: 'ada@example.org',
  avatar: null,
  permissions: [...allPermissions],
};

export const fakeCategories: Category[] = [
  {
    id: 1,
    name: 'Fiction',
    code: 'fiction',
    image_url: null,
    sub_categories: [
      { id: 1, code: 'novels', name: 'Novels' },
      { id: 2, code: 'short-stories', name: 'Short Stories' },
    ],
    version: 1,
  },
  {
    id: 2,
    name: 'Children',
    code: 'children',
    image_url: null,
    sub_categories: [{ id: 3, code: 'fairy-tales', name: 'Fairy Tales' }],
    version: 1,
  },
  { id: 3, name: 'Poetry', code: 'poetry', image_url: null, sub_categories: [], version: 1 },
];

export const fakeSubCategories: SubCategory[] = fakeCategories.flatMap(({ code, name, id, sub_categories }) =>
  sub_categories.map((sub) => ({ ...sub, category_code: code, category: { id, code, name }, version: 1 })),
);

/** Returns a complete book. `fakeBook(7)` is "Book 7" with code BK-000007. */
export function fakeBook(id: number, changes: Partial<Book> = {}): Book {
  return {
    id,
    name: `Book ${id}`,
    code: `BK-${String(id).padStart(6, '0')}`,
    description: `About book ${id}.`,
    author: { id: 1, name: 'Nora Vale' },
    chapter_count: 1,
    duration: 1800,
    category: { id: 1, code: 'fiction', name: 'Fiction' },
    sub_category: { id: 1, code: 'novels', name: 'Novels' },
    image_url: null,
    audio_url: null,
    is_backup: 1,
    language: 3,
    reading_time: 2400,
    version: 1,
    chapters: [
      {
        id: id * 10,
        code: 'ch-1',
        name: 'Chapter One',
        duration: 600,
        track_url: null,
        text_items: [{ id: id * 100, code: 't-1', text: 'It began quietly.' }],
      },
    ],
    ...changes,
  };
}

/** Returns twelve English books, the newest last, and categories with sub-categories. */
export function fakeItems(): FakeItems {
  const none = Object.fromEntries(resourceNames.map((name) => [name, []])) as unknown as FakeItems;
  return structuredClone({
    ...none,
    books: Array.from({ length: 12 }, (_, index) => fakeBook(index + 1)),
    categories: fakeCategories,
    'sub-categories': fakeSubCategories,
  });
}
