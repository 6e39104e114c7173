import type { BookCheck } from '#contract/catalogue-health/health-checks';
import {
  maxDurationDifference,
  recommendedCover,
  shortDescription,
} from '#contract/catalogue-health/catalogue-health';
import type { BookState } from './book-state.ts';

/** Increase this number with every change of a check or a measure: all books are then projected again. */
export const CHECKS_VERSION = 6;

interface Check {
  /** The bit is stored, so it must never be used for another check. */
  readonly bit: number;
  /** Absent when the check needs other records than the book. */
  readonly applies?: (book: BookState) => boolean;
}

const hasAudio = ({ audio_key, with_audio }: BookState): boolean => audio_key !== null || with_audio > 0;

const isLikelyFileName = (name: string): boolean =>
  /\.(mp3|m4a|m4b|aac|wav|flac|ogg|opus|epub|pdf|txt|zip)$/i.test(name) || /^\S*_\S*$/.test(name);

export const bookChecks: Readonly<Record<BookCheck, Check>> = {
  book_without_cover: { bit: 1, applies: ({ image_key }) => image_key === null },
  book_cover_small: {
    bit: 1 << 1,
    applies: ({ width, height }) =>
      width !== null &&
      height !== null &&
      (width < recommendedCover.width || height < recommendedCover.height),
  },
  book_without_audio: { bit: 1 << 2, applies: (book) => !hasAudio(book) },
  book_without_description: { bit: 1 << 3, applies: ({ description_length }) => description_length === 0 },
  book_description_short: {
    bit: 1 << 16,
    applies: ({ description_length }) => description_length > 0 && description_length < shortDescription,
  },
  book_without_category: { bit: 1 << 4, applies: ({ category_id }) => category_id === null },
  book_without_chapters: { bit: 1 << 5, applies: ({ chapters }) => chapters === 0 },
  book_without_narrator: {
    bit: 1 << 6,
    applies: (book) => hasAudio(book) && book.narrator === '',
  },
  book_without_length: { bit: 1 << 7, applies: ({ reading_time }) => reading_time === 0 },
  book_chapter_count_differs: {
    bit: 1 << 8,
    applies: ({ chapters, chapter_count }) => chapters > 0 && chapter_count !== chapters,
  },
  book_duration_differs: {
    bit: 1 << 9,
    applies: ({ chapter_seconds, duration }) =>
      chapter_seconds > 0 && Math.abs(duration - chapter_seconds) > maxDurationDifference * chapter_seconds,
  },
  book_chapter_without_text: { bit: 1 << 10, applies: ({ without_text }) => without_text > 0 },
  book_text_without_audio: {
    bit: 1 << 11,
    applies: (book) => hasAudio(book) && book.silent_texts > 0,
  },
  book_title_is_file_name: { bit: 1 << 12, applies: ({ name }) => isLikelyFileName(name) },
  book_without_isbn: {
    bit: 1 << 14,
    applies: ({ publication_status, isbn }) => publication_status === 'active' && isbn === '',
  },
  book_without_sample: {
    bit: 1 << 15,
    applies: (book) => book.publication_status === 'active' && hasAudio(book) && book.sample === '',
  },
  // This check needs the other books of the author.
  book_duplicated: { bit: 1 << 13 },
};

export const bookCheckList = Object.entries(bookChecks).map(([rule, { bit, applies }]) => ({
  rule: rule as BookCheck,
  bit,
  applies,
}));

/** Returns the bits of the checks that a book fails, without checks that need other records. */
export function flagsOf(book: BookState): number {
  let flags = 0;
  for (const { bit, applies } of bookCheckList) if (applies?.(book)) flags |= bit;
  return flags;
}

const measureBits = { with_cover: 1, with_audio: 2, with_text: 4, with_chapters: 8 } as const;
export type MeasureName = keyof typeof measureBits;

export function measuresOf(book: BookState): number {
  return (
    (book.image_key === null ? 0 : measureBits.with_cover) |
    (hasAudio(book) ? measureBits.with_audio : 0) |
    (book.word_count > 0 ? measureBits.with_text : 0) |
    (book.chapters > 0 ? measureBits.with_chapters : 0)
  );
}

/** Returns 0 or 1 for a measure in a stored sum of bits. */
export const measureIn = (measures: number, name: MeasureName): number =>
  Number((measures & measureBits[name]) !== 0);

/** Returns the seconds of its audio. */
export const audioSecondsOf = (book: BookState): number => (hasAudio(book) ? book.duration : 0);
