import { foldText } from './slug.ts';

/* Words that match with one typo: a letter that is missing, added or different, or two adjacent letters in the wrong order. */

/** The minimum number of letters of a searched word that matches with one typo. */
export const MIN_TYPO_LETTERS = 5;
/** Longer words are not corrected. */
const MAX_LETTERS = 40;

const words = /[\p{L}\p{N}]+/gu;
/** Numbers are never corrected, and neither are scripts without spaces between words. */
const notCorrected =
  /[\p{N}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/v;

/** Returns the words of a folded text with at least `minLetters` letters, each once. */
export function wordsWithTypos(folded: string, minLetters = MIN_TYPO_LETTERS): string[] {
  const isLongEnough = (word: string) => {
    const { length } = Array.from(word);
    return length >= minLetters && length <= MAX_LETTERS;
  };
  return [
    ...new Set((folded.match(words) ?? []).filter((word) => isLongEnough(word) && !notCorrected.test(word))),
  ];
}

/** Returns true if two different words differ by one typo. */
export function isOneTypoApart(one: string, other: string): boolean {
  const [short = [], long = []] = [Array.from(one), Array.from(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  if (one === other || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = (letters: readonly string[], skipped: number) => letters.slice(start + skipped).join('');
  if (long.length > short.length) return rest(short, 0) === rest(long, 1);
  if (rest(short, 1) === rest(long, 1)) return true;
  return (
    short[start] === long[start + 1] && short[start + 1] === long[start] && rest(short, 2) === rest(long, 2)
  );
}

/**
 * Sorts the similar words of a misspelt one, the most probable first. The first letter is rarely wrong, and most typos keep the number of
 * letters.
 */
export function byProbability(misspelt: string, similar: readonly string[]): string[] {
  const cost = (word: string) =>
    (word.slice(0, 1) === misspelt.slice(0, 1) ? 0 : 2) + (word.length === misspelt.length ? 0 : 1);
  return similar.toSorted((a, b) => cost(a) - cost(b) || (a < b ? -1 : 1));
}

/** Returns a folded search with other words in the place of its misspelt ones. */
export const withWords = (folded: string, corrections: ReadonlyMap<string, string>): string =>
  folded.replace(words, (word) => corrections.get(word) ?? word);

/** Returns the words of a folded search as they are written in one of the texts, or the search itself if no text contains them. */
export function inOriginalSpelling(folded: string, texts: readonly string[]): string {
  const count = folded.split(' ').length;
  for (const text of texts) {
    const written = text.split(/\s+/u).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
    for (let at = 0; at + count <= written.length; at += 1) {
      const part = written.slice(at, at + count).join(' ');
      if (foldText(part) === folded) return part;
    }
  }
  return folded;
}
