/**
 * Words a minute of adults reading their own language (Trauzettel-Klosinski and Dietz, "Standardized Assessment of Reading
 * Performance", 2012).
 */
const wordsPerMinute = new Map<number, number>([
  [1, 166],
  [2, 181],
  [3, 228],
  [4, 218],
]);
const anyLanguage = 200;

export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** Seconds: the text's when there is text, else the chapters', else the book's own. */
export function readingTimeOf(book: {
  language: number;
  word_count: number;
  chapter_seconds: number;
  duration: number;
}): number {
  if (book.word_count > 0)
    return Math.max(
      1,
      Math.round((book.word_count * 60) / (wordsPerMinute.get(book.language) ?? anyLanguage)),
    );
  return book.chapter_seconds > 0 ? book.chapter_seconds : book.duration;
}
