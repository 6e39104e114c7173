import { foldText } from './slug.ts';

/* Words that match with one typo: a letter that is missing, added or different, or two adjacent letters in the wrong order. */

/** The minimum number of letters of a searched word that matches with one typo. */
export const MIN_TYPO_LETTERS = 5;
/** The minimum number of letters of a known word, because a searched one can have a letter too many. */
export const MIN_KNOWN_LETTERS = MIN_TYPO_LETTERS - 1;
/** Further words of a search are not corrected. */
export const MAX_WORDS = 4;
/** The maximum number of similar words of one word. */
const MAX_SIMILAR = 4;
/** The maximum number of corrected texts of a search. */
const MAX_TEXTS = 4;
/** Longer words are not corrected. */
const MAX_LETTERS = 40;

const words = /[\p{L}\p{N}]+/gu;
/** Numbers are never corrected, and neither are scripts without spaces between words. */
const notCorrected =
  /[\p{N}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/v;

/** Returns the words of a folded text with at least `minLetters` letters, each once. */
export function wordsWithTypos(foldedText: string, minLetters = MIN_TYPO_LETTERS): string[] {
  const isLongEnough = (word: string) => {
    const { length } = Array.from(word);
    return length >= minLetters && length <= MAX_LETTERS;
  };
  return [
    ...new Set(
      (foldedText.match(words) ?? []).filter((word) => isLongEnough(word) && !notCorrected.test(word)),
    ),
  ];
}

/** Returns true if two different words differ by one typo. */
export function isOneTypoApart(first: string, second: string): boolean {
  const [short = [], long = []] = [Array.from(first), Array.from(second)].toSorted(
    (a, b) => a.length - b.length,
  );
  if (first === second || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = (letters: readonly string[], skippedLetters: number) =>
    letters.slice(start + skippedLetters).join('');
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

/**
 * Returns the corrected texts of a folded search, the most probable first. Their number is limited, because each is searched.
 * @param similar the similar words of misspelt ones, the most probable first
 */
export function correctedTexts(
  foldedText: string,
  similar: ReadonlyMap<string, readonly string[]>,
): string[] {
  let corrections: ReadonlyMap<string, string>[] = [new Map()];
  for (const [misspelt, candidates] of similar)
    corrections = [...candidates.slice(0, MAX_SIMILAR), misspelt].flatMap((correct) =>
      corrections.map((others) => new Map([...others, [misspelt, correct]])),
    );
  return corrections
    .map((correctionByWord) => foldedText.replace(words, (word) => correctionByWord.get(word) ?? word))
    .filter((correctedText) => correctedText !== foldedText)
    .slice(0, MAX_TEXTS);
}

/** Returns the similar words of each searched word that is not one of the known words. */
export function similarWords(
  searchedWords: readonly string[],
  candidatesOf: (word: string) => ReadonlySet<string>,
): Map<string, string[]> {
  const similar = new Map<string, string[]>();
  for (const word of searchedWords.slice(0, MAX_WORDS)) {
    const candidates = candidatesOf(word);
    if (candidates.has(word)) continue;
    const close = [...candidates].filter((candidate) => isOneTypoApart(word, candidate));
    if (close.length > 0) similar.set(word, byProbability(word, close));
  }
  return similar;
}

/** Returns the words of a folded search as they are written in one of the texts, or the search itself if no text contains them. */
export function inOriginalSpelling(foldedText: string, texts: readonly string[]): string {
  const count = foldedText.split(' ').length;
  for (const text of texts) {
    const textWords = text.split(/\s+/u).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
    for (let index = 0; index + count <= textWords.length; index += 1) {
      const phrase = textWords.slice(index, index + count).join(' ');
      if (foldText(phrase) === foldedText) return phrase;
    }
  }
  return foldedText;
}
