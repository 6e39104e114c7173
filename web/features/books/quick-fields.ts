import type { Book } from '#contract/books/books';

/** What of a book is edited where it stands in the list, by the fields of its form. */
export const quickFields = ['author', 'category_code', 'language'] as const;
export type QuickField = (typeof quickFields)[number];

export interface QuickTarget {
  readonly book: Book;
  /** Has the focus. */
  readonly field: QuickField;
  /** The cell that was meant. */
  readonly cell: HTMLElement;
}
