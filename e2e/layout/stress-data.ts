import type { Page } from '@playwright/test';
import { png } from '../media.ts';
import { stressName, long, ten, unbreakable } from './stress-names.ts';
import { stressSpreadsheet, stressReferences, stressWork, isStretched, stretch } from './stress-work.ts';

const code = (index: number): string => `BK-${String(index + 1).padStart(6, '0')}`;
const category = (index: number) => ({
  id: index + 1,
  code: `category-${index}`,
  name: stressName(index + 3),
});

const dataAddress = (image: Buffer): string => `data:image/png;base64,${image.toString('base64')}`;
const banner = dataAddress(png(2_400, 200));
const column = dataAddress(png(200, 2_400, [150, 60, 40]));
/** Most images are null. One is very wide, and one is very high. */
const image = (index: number): string | null => (index === 1 ? banner : index === 2 ? column : null);

const book = (index: number) => ({
  id: 999_000 + index,
  name: stressName(index),
  code: code(index),
  description: long,
  author: { id: 1, name: stressName(index + 1) },
  contributors: ten.slice(0, 6).map((position) => ({
    id: position + 1,
    name: stressName(index + 1 + position),
    role: position === 0 ? 'author' : 'narrator',
  })),
  series: [1, 2].map((id) => ({ id, title: stressName(index + id), position: '1,000.5–2,000.5' })),
  publisher: { id: 1, name: stressName(index + 3) },
  imprint: { id: 1, name: stressName(index + 4) },
  isbn: '978-3-16-148410-0',
  keywords: long.slice(0, 500),
  chapter_count: 400,
  duration: 5_999_940,
  category: category(index),
  sub_category: category(index + 1),
  image_url: image(index),
  audio_url: null,
  is_backup: 1,
  language: 3,
  reading_time: 5_999_940,
  version: 1,
});

const shelfItems = ten.map((index) => ({
  id: index + 1,
  title: stressName(index),
  name: stressName(index),
  description: long,
  image: image(index),
}));
const blocks = [
  { title: stressName(0), type: 'list_collection', data: { items: shelfItems } },
  { title: stressName(5), type: 'one_collection', data: { item: shelfItems[0] } },
  { title: stressName(1), type: 'categories', data: { items: shelfItems.slice(0, 3) } },
];

const contributor = (index: number) => ({
  id: index + 1,
  name: stressName(index),
  book_count: 12_345,
  version: 1,
  similar: ten
    .slice(0, index % 4)
    .map((other) => ({ id: other + 20, name: stressName(index + other + 2), book_count: 1_234 })),
});

const contributors = ten.map((index) => ({
  ...contributor(index),
  sort_name: stressName(index + 1),
  other_names: ten.slice(0, index % 3).map((other) => stressName(index + other + 3)),
  roles: ['author', 'narrator', 'translator'].map((role) => ({ role, book_count: 4_115 })),
}));

const lists: Readonly<Record<string, readonly object[]>> = {
  'books/list': ten.map(book),
  'books/authors': ten.map(contributor),
  'books/categories': ten.map((index) => ({
    ...category(index),
    name: stressName(index),
    image_url: image(index),
    sub_categories: [category(index + 1), category(index + 2)],
    version: 1,
  })),
  'books/sub-categories': ten.map((index) => ({
    ...category(index),
    name: stressName(index),
    category_code: unbreakable.slice(0, 120),
    category: category(index + 1),
    version: 1,
  })),
  'books/collections': ten.map((index) => ({
    id: index + 1,
    title: stressName(index),
    description: index % 2 === 0 ? long : '',
    image: image(index),
    books: Array.from({ length: index === 0 ? 3_000 : index === 1 ? 24 : index - 2 }, (_, position) => ({
      code: code(position),
      name: stressName(position + index),
    })),
    version: 1,
  })),
  'books/story-books': ten.map((index) => ({
    id: index + 1,
    title: stressName(index),
    description: long,
    story_items: Array.from({ length: index === 1 ? 12 : index }, (_, item) => ({
      book_code: code(item),
      chapter_code: unbreakable.slice(0, item === 0 ? 120 : 6),
      text_item_code: 'T-01',
      is_featured: item === 1,
      book: item === 2 ? null : { name: stressName(item + index) },
    })),
    version: 1,
  })),
  'books/mobile-configs': ten.map((index) => ({
    id: index + 1,
    title: stressName(index),
    is_main_service: index === 0,
    config: blocks,
    version: 1,
  })),
  'books/challenges': ten.map((index) => ({
    id: index + 1,
    title: stressName(index),
    description: index === 4 ? 'Short.' : long,
    day_count: 3_660,
    image: image(index),
    is_active: true,
    items: Array.from({ length: 30 }, (_, day) => ({
      book_code: code(day),
      order_index: day,
      book: { name: stressName(day) },
    })),
    version: 1,
  })),
};

const reports: Readonly<Record<string, unknown>> = {
  'longest-book': {
    name: unbreakable,
    author: { name: stressName(1) },
    reading_time: 5_999_940,
    category: { name: stressName(6) },
  },
  'average-reading-time': [1, 2, 3, 4, 9].map((language) => ({
    language,
    average_reading_time: String(5_999_940 / language),
  })),
  'most-prolific-authors': ten.map((index) => ({
    author: { name: stressName(index) },
    book_count: 12_345 - index,
  })),
};

const chapters = Array.from({ length: 400 }, (_, index) => ({
  id: index + 1,
  code: `C-${index}`,
  name: stressName(index),
  duration: 61,
  track_url: index % 2 === 0 ? `/media/chapter-${index}.mp3` : null,
  text_items: index % 10 === 0 ? [{ id: index, code: 'T-01', text: long }] : [],
}));

/** The preview of a bulk edit. */
const preview = {
  total: 12_345,
  changes: 12_000,
  skipped: [{ reason: 'unchanged', count: 345 }],
  related: [
    { kind: 'leave_sub_category', count: 12_000 },
    { kind: 'reading_time', count: 11_000 },
  ],
  is_undoable: true,
  examples: ten.map((index) => ({
    id: index + 1,
    code: code(index),
    name: stressName(index),
    changes: [{ field: 'category', before: stressName(index + 1), after: stressName(index + 2) }],
  })),
};

const envelope = (data: unknown) => ({ json: { success: true, message: 'OK', data } });
const page = (items: readonly object[], total: number) => envelope({ items, total, objects: { total } });

/**
 * Returns extreme or empty data for every API request: unbreakable names, other directions and scripts, thousands of books,
 * hundreds of chapters, few images. Deletes fail with a long message.
 */
export async function respondWith(kind: 'hard' | 'empty', stressedPage: Page): Promise<void> {
  if (kind === 'empty')
    await stressedPage.route(/\/api\/(series\/list|publishers\/list|contributors)(\?|$)/, (route) =>
      route.fulfill(page([], 0)),
    );
  if (kind === 'hard')
    await stressedPage.route(/\/api\/(?!books\/|user\/)/, async (route) => {
      const request = route.request();
      const path = new URL(request.url()).pathname.replace('/api/', '');
      if (path === 'spreadsheets/preview') return route.fulfill(envelope(stressSpreadsheet));
      if (request.method() !== 'GET') return route.fallback();
      if (path in stressWork) return route.fulfill(envelope(stressWork[path]));
      if (path === 'contributors') return route.fulfill(page(contributors, 12_345));
      return isStretched(path) ? stretch(route) : route.fallback();
    });
  await stressedPage.route(/\/api\/books\//, async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace('/api/', '');
    if (request.method() === 'GET' && isStretched(path)) return stretch(route);
    if (request.method() === 'GET' && path.endsWith('/references'))
      return route.fulfill(envelope({ ...stressReferences, keeps: path.startsWith('books/categories/') }));
    if (/^books\/\d+\/|\/history$/.test(path)) return route.fallback();
    if (request.method() === 'DELETE' || path.endsWith('/delete'))
      return route.fulfill({ status: 409, json: { success: false, message: long, data: null } });
    if (path === 'books/bulk/preview') return route.fulfill(envelope(preview));
    if (request.method() !== 'GET') return route.fallback();
    const [, list = '', id] = /^(books\/[a-z-]+)\/(\d+)$/.exec(path) ?? [];
    const record = lists[list]?.[Number(id) - 1];
    if (record) return route.fulfill(envelope(record));
    const items = lists[path];
    // A request for a large page returns all entries.
    const pageSize = Number(new URL(request.url()).searchParams.get('items_per_page'));
    const total = pageSize > ten.length ? ten.length : 12_345;
    if (items) return route.fulfill(kind === 'hard' ? page(items, total) : page([], 0));
    const report = path.replace('books/reports/', '');
    if (report in reports)
      return route.fulfill(
        envelope(kind === 'hard' ? reports[report] : report === 'longest-book' ? null : []),
      );
    return route.fulfill(envelope({ ...book(0), chapters }));
  });
  if (kind === 'hard')
    await stressedPage.route(/\/api\/user\/me/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, name: unbreakable } } });
    });
}
