import type { ViewColumn, ViewList } from '#contract/saved-views/view-lists';

/** The labels of hideable columns, by the keys that their tables use. */
export const columnLabels = {
  books: {
    id: 'books.id',
    author: 'books.author',
    category: 'books.category',
    sub_category: 'books.subCategory',
    reading_time: 'books.readingTime',
    duration: 'books.duration',
  },
  categories: { id: 'categories.id', image: 'categories.image', code: 'categories.code' },
  'sub-categories': {
    id: 'subCategories.id',
    code: 'subCategories.code',
    category_code: 'subCategories.categoryCode',
    category_name: 'subCategories.categoryName',
  },
  collections: {
    id: 'collections.id',
    image: 'collections.image',
    description: 'collections.description',
    book_count: 'collections.bookCount',
    books: 'collections.books',
  },
  'story-books': {
    id: 'storyBooks.id',
    description: 'storyBooks.description',
    book_name: 'storyBooks.bookName',
    book_code: 'storyBooks.bookCode',
    chapter_code: 'storyBooks.chapterCode',
    text_item_code: 'storyBooks.textItemCode',
  },
  'mobile-configs': { id: 'mobileConfigs.id', is_main_service: 'mobileConfigs.mainService' },
  challenges: {},
  authors: { id: 'authors.id', book_count: 'authors.books', similar: 'authors.similar' },
} as const satisfies { readonly [List in ViewList]: Readonly<Record<ViewColumn<List>, string>> };

type ColumnLabels = typeof columnLabels;
export type ColumnLabel = {
  readonly [List in ViewList]: ColumnLabels[List][keyof ColumnLabels[List]];
}[ViewList];
