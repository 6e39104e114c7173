import { type Challenge, type ChallengeItem, challenges } from '#contract/challenges/challenges';
import { textFields } from '#web/core/lib/plain-texts.ts';
import { toWholeNumber } from '#web/core/lib/whole-number.ts';

/** A book of a challenge during editing. */
export interface DayBook {
  readonly book_code: string;
  /** The day, starting at 1. In the API it starts at 0. */
  readonly order_index: number;
  /** The name of the book; its code if the book is deleted. */
  readonly name: string;
  /** Not editable. It is sent back unchanged. */
  readonly is_featured?: boolean;
}

const texts = textFields(challenges);

type Texts = ReturnType<typeof texts.of>;

export interface ChallengeValues extends Texts {
  /** The typed text. */
  readonly day_count: string;
  readonly items: readonly DayBook[];
}

export function toValues(challenge: Challenge | undefined): ChallengeValues {
  return {
    ...texts.of(challenge),
    day_count: String(challenge?.day_count ?? ''),
    items: toDays(challenge?.items ?? []),
  };
}

/** Converts the books of the API to days that start at 1, in order. */
export function toDays(items: readonly ChallengeItem[]): DayBook[] {
  return items
    .toSorted((a, b) => a.order_index - b.order_index)
    .map(({ book_code, book, is_featured }, index) => ({
      book_code,
      order_index: index + 1,
      name: book?.name || book_code,
      ...(is_featured !== undefined && { is_featured }),
    }));
}

/** Converts days to the books of the API, with positions that start at 0. */
export function toItems(books: readonly DayBook[]) {
  return books.map(({ book_code, order_index, is_featured }) => ({
    book_code,
    order_index: order_index - 1,
    ...(is_featured !== undefined && { is_featured }),
  }));
}

/** Numbers the days from 1 by index. Books with an unchanged day stay the same object. */
export function renumberBooks(books: readonly DayBook[]): readonly DayBook[] {
  return books.map((book, index) =>
    book.order_index === index + 1 ? book : { ...book, order_index: index + 1 },
  );
}

/** Adds a book on the day after the last one. Returns the same list if it already contains the book. */
export function withBook(
  books: readonly DayBook[],
  { code, name }: { readonly code: string; readonly name: string },
): readonly DayBook[] {
  if (books.some(({ book_code }) => book_code === code)) return books;
  return [...books, { book_code: code, order_index: books.length + 1, name }];
}

export function toPayload(values: ChallengeValues) {
  return {
    ...texts.trimmed(values),
    day_count: toWholeNumber(values.day_count),
    is_active: true,
    items: toItems(values.items),
  };
}

/** Returns the form field of a contract path. All errors of books belong to the list. */
export function fieldOf(path: string): string {
  return path.replace(/^items\..*/, 'items');
}

/** Returns the number of days after a change of books: the number of books if there was one book per day before. */
export function followingDays(
  before: Pick<ChallengeValues, 'day_count' | 'items'>,
  items: readonly DayBook[],
): string {
  const hasOneBookPerDay = before.items.length > 0 && toWholeNumber(before.day_count) === before.items.length;
  return hasOneBookPerDay && items.length > 0 ? String(items.length) : before.day_count;
}
