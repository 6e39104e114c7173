/** Acoustic classes. The classes of letters follow these. */
export const SILENCE = 0;
export const FOREIGN = 1;
export const RARE = 2;
export const NUMBER = 3;
const NO_LETTER = 4;
/** Rarer letters are replaced by their base letter without diacritics. */
const MIN_LETTERS = 25;
const MIN_PAIRS = 40;
/** A class is stored in one byte. */
const MAX_LETTERS = 90;
const MAX_PAIRS = 160;

const WORD_END = ' ';

export const isLetter = (character: string): boolean => /\p{L}/u.test(character);
export const isDigit = (character: string): boolean => /\p{N}/u.test(character);

export interface LetterClasses {
  /** By class: the letter that the class represents beside a certain neighbour; the class itself for all others. */
  readonly parents: Uint8Array;
  /** Returns the class of the character at a position of a text. */
  classOf(letters: readonly string[], position: number): number;
}

const neighbour = (letters: readonly string[], position: number): string => {
  const character = letters[position];
  return character !== undefined && isLetter(character) ? character : WORD_END;
};

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Returns the keys that are frequent enough, the most frequent first. */
const wordsByFrequency = (counts: ReadonlyMap<string, number>, least: number, most: number): string[] =>
  [...counts]
    .filter(([, times]) => times >= least)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([key]) => key);

/**
 * Returns one class per frequent letter, and one per letter beside a frequent neighbour. The same letter is pronounced differently in "the"
 * and "tea".
 */
export function classifyLetters(texts: readonly (readonly string[])[]): LetterClasses {
  const singles = new Map<string, number>();
  const pairs = new Map<string, number>();
  const letterOf = new Map<string, string>();
  const keysAt = (letters: readonly string[], position: number) => {
    const letter = letters[position] ?? WORD_END;
    return [
      `${letter}>${neighbour(letters, position + 1)}`,
      `${neighbour(letters, position - 1)}<${letter}`,
    ] as const;
  };
  for (const letters of texts)
    for (const [position, letter] of letters.entries()) {
      if (!isLetter(letter)) continue;
      count(singles, letter);
      for (const key of keysAt(letters, position)) {
        count(pairs, key);
        letterOf.set(key, letter);
      }
    }
  const parents = [SILENCE, FOREIGN, RARE, NUMBER];
  const ofLetter = new Map<string, number>();
  for (const letter of wordsByFrequency(singles, MIN_LETTERS, MAX_LETTERS)) {
    ofLetter.set(letter, parents.length);
    parents.push(parents.length);
  }
  const ofPair = new Map<string, number>();
  for (const key of wordsByFrequency(pairs, MIN_PAIRS, MAX_PAIRS)) {
    const parent = ofLetter.get(letterOf.get(key) ?? '');
    if (parent === undefined) continue;
    ofPair.set(key, parents.length);
    parents.push(parent);
  }
  return {
    parents: Uint8Array.from(parents),
    classOf(letters, position) {
      const letter = letters[position] ?? WORD_END;
      if (isDigit(letter)) return NUMBER;
      const [first, second] = keysAt(letters, position).map((key) => ofPair.get(key));
      // The rarer pair is more specific. Classes are numbered from the most frequent pair on.
      return (
        (first !== undefined && second !== undefined ? Math.max(first, second) : (first ?? second)) ??
        ofLetter.get(letter) ??
        ofLetter.get(letter.normalize('NFD').charAt(0)) ??
        RARE
      );
    },
  };
}

/** Returns true when a class is a letter in any context. */
export const isPlainLetter = (parents: Uint8Array, audio: number): boolean =>
  audio === RARE || (audio >= NO_LETTER && parents[audio] === audio);
