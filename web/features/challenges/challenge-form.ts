import { type Challenge, type ChallengeItem, challenges } from '#contract/challenges/challenges';
import { plainTexts } from '#web/core/lib/plain-texts.ts';
import { toWholeNumber } from '#web/core/lib/whole-number.ts';

/** A book of a challenge while it is edited. */
export interface DayBook {
  readonly book_code: string;
  /** The day it is for, from 1. On the wire the first one is 0. */
  readonly order_index: number;
  /** The name of the book; its code if the book is deleted. */
  readonly name: string;
  /** Not for editing: goes back as it came. */
  readonly is_featured?: boolean;
}

const texts = plainTexts(challenges);

type Texts = ReturnType<typeof texts.of>;

export interface ChallengeValues extends Texts {
  /** As typed. */
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

/** The books of the wire, in order, on days that count from 1. */
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

/** The books as the wire wants them, on places that count from 0. */
export function toItems(books: readonly DayBook[]) {
  return books.map(({ book_code, order_index, is_featured }) => ({
    book_code,
    order_index: order_index - 1,
    ...(is_featured !== undefined && { is_featured }),
  }));
}

/** The days 1 to n by the place in the list; a book that keeps its day stays the same object. */
export function renumbered(books: readonly DayBook[]): readonly DayBook[] {
  return books.map((book, index) =>
    book.order_index === index + 1 ? book : { ...book, order_index: index + 1 },
  );
}

/** With the book on the day after the last; the same list when it is there already. */
export function withBook(
  books: readonly DayBook[],
  { code, name }: { readonly code: string; readonly name: string },
): readonly DayBook[] {
  if (books.some(({ book_code }) => book_code === code)) return books;
  return [...books, { book_code: code, order_index: books.length + 1, name }];
}

export function withoutBook(books: readonly DayBook[], code: string): readonly DayBook[] {
  return renumbered(books.filter(({ book_code }) => book_code !== code));
}

export function toPayload(values: ChallengeValues) {
  return {
    ...texts.trimmed(values),
    day_count: toWholeNumber(values.day_count),
    is_active: true,
    items: toItems(values.items),
  };
}

/** The form's field for one of the contract's paths: all that is wrong with a book belongs to the list. */
export function fieldOf(path: string): string {
  return path.replace(/^items\..*/, 'items');
}

/** The number of days after a change of books: the number of books, if there was one book for each day before. */
export function followingDays(
  before: Pick<ChallengeValues, 'day_count' | 'items'>,
  items: readonly DayBook[],
): string {
  const isOneADay = before.items.length > 0 && toWholeNumber(before.day_count) === before.items.length;
  return isOneADay && items.length > 0 ? String(items.length) : before.day_count;
}
