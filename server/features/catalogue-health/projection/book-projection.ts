import { lengthClasses } from '#contract/analytics/analytics';
import type { BookProjectionsTable } from '#server/core/db/tables/projections';
import { CHECKS_VERSION, audioSecondsOf, flagsOf, measuresOf } from './book-checks.ts';
import type { BookState } from './book-state.ts';
import { foldedKey } from './hash.ts';

const MINUTE = 60;

/** Returns the class of a reading time in seconds: 0 without one, else its index in `lengthClasses`, from 1. */
export function lengthClassOf(seconds: number): number {
  if (seconds <= 0) return 0;
  return lengthClasses.findLastIndex((minutes) => seconds >= minutes * MINUTE) + 1;
}

/** Returns the projection of a book. */
export function projectionOf(book: BookState): BookProjectionsTable {
  return {
    book_id: book.id,
    version: book.version,
    author_id: book.author_id,
    title_key: foldedKey(book.name),
    language: book.language,
    category_id: book.category_id ?? 0,
    is_backup: book.is_backup,
    rules: CHECKS_VERSION,
    flags: flagsOf(book),
    measures: measuresOf(book),
    seconds: audioSecondsOf(book),
    words: book.word_count,
    length_class: lengthClassOf(book.reading_time),
  };
}
