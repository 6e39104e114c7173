import { foldText } from '#contract/core/slug';
import { MIN_SUBSTRING } from './folding.ts';

/*
 * Descriptions and chapter titles are searched by whole words in order; the last word can be a prefix. An index of every part of
 * every word would be larger than the books.
 */

/** The maximum number of characters of a word, and of all words of a book. Index entries have a maximum size. */
const MAX_WORD = 40;
const MAX_TEXT = 300_000;
/** The separator between two texts, so that no search matches across them. It is a word that cannot be searched for. */
const BETWEEN = ' | ';

/** In scripts without spaces between words, each character is a word. */
const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+/gv;

const wordsOf = (foldedText: string): string =>
  (foldedText.match(words) ?? []).map((word) => Array.from(word).slice(0, MAX_WORD).join('')).join(' ');

/** Returns the folded words of a book's texts for the full-text search. */
export function textWordsOf(texts: readonly string[]): string {
  const wordTexts = texts.map((text) => wordsOf(foldText(text))).filter((text) => text !== '');
  return wordTexts.join(BETWEEN).slice(0, MAX_TEXT);
}

/** Returns the words of a folded search in the form of `textWordsOf`; undefined if it has none or is too short. */
export function searchedText(foldedText: string): string | undefined {
  const query = [...foldedText].length < MIN_SUBSTRING ? '' : wordsOf(foldedText);
  return query === '' ? undefined : query;
}

/** Returns true if texts with these words match the search, consistent with the database indexes. */
export const isInText = (textWords: string, query: string): boolean => ` ${textWords}`.includes(` ${query}`);
