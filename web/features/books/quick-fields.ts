import type { Book } from '#contract/books/books';

/** The fields of a book that can be edited in the list. */
export const quickFields = ['author', 'category_code', 'language'] as const;
export type QuickField = (typeof quickFields)[number];

export interface QuickTarget {
  readonly book: Book;
  /** The field that has the focus. */
  readonly field: QuickField;
  /** The cell of the field. */
  readonly cell: HTMLElement;
}
