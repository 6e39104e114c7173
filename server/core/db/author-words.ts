import { type RawBuilder, sql } from 'kysely';
import { foldText } from '#contract/core/slug';

/** Characters of a word that are kept; an index bounds its entries, and compatibility forms unfold to long ones. */
const MAX_WORD = 40;

const cut = (word: string): string => Array.from(word).slice(0, MAX_WORD).join('');

/**
 * The words that an author is found by, folded, each once. A word begins after a space, and where letters or digits follow
 * something else: `Jean-Luc O'Neil` has `jean-luc`, `jean`, `luc`, `o'neil`, `o` and `neil`.
 */
export function authorWordsOf(name: string): string[] {
  const folded = foldText(name);
  const words = [...(folded.match(/\S+/gu) ?? []), ...(folded.match(/[\p{L}\p{N}]+/gu) ?? [])];
  // A name without anything that searches see is still found by itself.
  return [...new Set((words.length > 0 ? words : [name]).map(cut))];
}

/** Sorts behind every character there is, in the order of bytes. */
export const LAST = '\u{10FFFF}';

/** A query for the ids of the authors of whose words one begins so, in folded characters. */
export const beginningsOfAuthors = (folded: string): RawBuilder<unknown> =>
  sql`select author_id from author_words where word >= ${folded} and word < ${folded + LAST}`;

/** The words of a search, the longest first, without the punctuation around them. */
export function searchWordsOf(search: string): string[] {
  const words = (foldText(search).match(/\S+/gu) ?? []).map((word) => {
    const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    return cut(bare === '' ? word : bare);
  });
  return [...new Set(words)].toSorted((a, b) => b.length - a.length);
}

/**
 * Equal for names that are nearly the same: that differ in case, accents, punctuation, the order of their words, or in how initials are
 * put together. `Tolkien, J.R.R.` and `JRR Tolkien` are alike.
 */
export function likenessOf(name: string): string {
  const folded = foldText(name);
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [folded];
  const initials = words.filter((word) => Array.from(word).length === 1);
  const others = words.filter((word) => Array.from(word).length > 1);
  return [...others, ...(initials.length > 0 ? [initials.join('')] : [])].toSorted().join(' ');
}
