import { type RawBuilder, sql } from 'kysely';
import { foldText } from '#contract/core/slug';

/** The number of characters of a word that are stored. Index entries have a maximum size, and compatibility forms unfold to long ones. */
const MAX_WORD = 40;

const cut = (word: string): string => Array.from(word).slice(0, MAX_WORD).join('');

/**
 * Returns the folded words that an author is found by, without duplicates. A word starts after a space, and where letters or
 * digits follow other characters: `Jean-Luc O'Neil` has `jean-luc`, `jean`, `luc`, `o'neil`, `o` and `neil`.
 */
export function authorWordsOf(name: string): string[] {
  const foldedName = foldText(name);
  const words = [...(foldedName.match(/\S+/gu) ?? []), ...(foldedName.match(/[\p{L}\p{N}]+/gu) ?? [])];
  // A name without letters, digits and other visible characters is stored as one word.
  return [...new Set((words.length > 0 ? words : [name]).map(cut))];
}

/** Sorts after every other character, by bytes. */
export const LAST = '\u{10FFFF}';

/** Returns a query for the ids of the authors that have a word with this folded prefix. */
export const prefixesOfAuthors = (foldedSearch: string): RawBuilder<unknown> =>
  sql`select author_id from author_words where word >= ${foldedSearch} and word < ${foldedSearch + LAST}`;

/** Returns the words of a search, longest first, without the punctuation around them. */
export function searchWordsOf(search: string): string[] {
  const words = (foldText(search).match(/\S+/gu) ?? []).map((word) => {
    const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    return cut(bare === '' ? word : bare);
  });
  return [...new Set(words)].toSorted((a, b) => b.length - a.length);
}

/**
 * Returns a key that is equal for similar names. Such names differ only in case, accents, punctuation, the order of words, or the
 * spacing of initials. `Tolkien, J.R.R.` and `JRR Tolkien` have the same key.
 */
export function likenessOf(name: string): string {
  const foldedName = foldText(name);
  const words = foldedName.match(/[\p{L}\p{N}]+/gu) ?? [foldedName];
  const initials = words.filter((word) => Array.from(word).length === 1);
  const others = words.filter((word) => Array.from(word).length > 1);
  return [...others, ...(initials.length > 0 ? [initials.join('')] : [])].toSorted().join(' ');
}
