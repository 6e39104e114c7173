import { foldText } from '#contract/core/slug';
import { MIN_SUBSTRING } from './folding.ts';

/*
 * Descriptions and titles of chapters are searched by whole words and the beginning of the last one, in the order in which they
 * stand: an index of every part of every word would be larger than the books.
 */

/** Characters of a word, and of all words of a book together, that are kept: indexes bound their entries. */
const MAX_WORD = 40;
const MAX_TEXT = 300_000;
/** Stands between two texts, so that no search matches across them; a word of its own that nobody can search for. */
const BETWEEN = ' | ';

/** Scripts that put no spaces between words have a word a character. */
const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+/gv;

const wordsOf = (folded: string): string =>
  (folded.match(words) ?? []).map((word) => Array.from(word).slice(0, MAX_WORD).join('')).join(' ');

/** The words of a book's texts, folded, by which the full-text search finds it. */
export function textWordsOf(texts: readonly string[]): string {
  const wordTexts = texts.map((text) => wordsOf(foldText(text))).filter((text) => text !== '');
  return wordTexts.join(BETWEEN).slice(0, MAX_TEXT);
}

/** The words of a folded search as `textWordsOf` writes them; undefined when it has none, or is too short to be looked for. */
export function searchedText(folded: string): string | undefined {
  const query = [...folded].length < MIN_SUBSTRING ? '' : wordsOf(folded);
  return query === '' ? undefined : query;
}

/** True if texts with these words match the search; the same result as the indexes of the databases. */
export const isInText = (textWords: string, query: string): boolean => ` ${textWords}`.includes(` ${query}`);
