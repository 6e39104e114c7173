import { type LanguageEntry, anyReadingSpeed } from '#contract/settings/language-list';

/** Words per minute. */
export const readingSpeedOf = (language: number, languages: readonly LanguageEntry[]): number =>
  languages.find(({ code }) => code === language)?.words_per_minute ?? anyReadingSpeed;

interface Measured {
  readonly language: number;
  readonly word_count: number;
  readonly chapter_seconds: number;
  readonly duration: number;
}

/** Returns seconds: from the text if there is one, else from the chapters, else from the book. */
export function readingTimeOf(book: Measured, languages: readonly LanguageEntry[]): number {
  if (book.word_count > 0)
    return Math.max(1, Math.round((book.word_count * 60) / readingSpeedOf(book.language, languages)));
  return book.chapter_seconds > 0 ? book.chapter_seconds : book.duration;
}
