import { FOREIGN, type LetterClasses, SILENCE, isDigit, isLetter } from './letter-classes.ts';
import type { Sentence } from './sentences.ts';

const STATES_OF_A_DIGIT = 4;

/*
 * Logarithms of the probability to stay in a state. A long pause is more likely between sentences than between words. A number is longer
 * than its digits.
 */
const STAY = -0.03;
export const STAY_IN_LETTER = -0.35;
export const STAY_IN_NUMBER = -0.15;
export const STAY_IN_GAP = -0.4;
export const STAY_IN_GAP_AT_SIGN = -0.08;

/** Kinds of states. A sentence starts with `before`, `foreign` and `pause`, since speech that is not in the text may precede it. */
export const kinds = { letter: 0, gap: 1, before: 2, foreign: 3, pause: 4 } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

export interface LetterGraph {
  readonly states: number;
  readonly parents: LetterClasses['parents'];
  /** By state: log probability to stay in it. */
  readonly stayScores: Float64Array;
  /** By state: its acoustic class, kind and sentence. The number after the last sentence means the audio after it. */
  readonly classOf: Uint8Array;
  readonly kindOf: Uint8Array;
  readonly sentenceByState: Int32Array;
  /** By sentence: its first state, first letter and last letter. */
  readonly starts: Int32Array;
  readonly firstLetters: Int32Array;
  readonly lastLetters: Int32Array;
}

/** Builds a graph, sentence by sentence. */
export function createGraphBuilder(sentences: number) {
  const classes: number[] = [];
  const kindsOf: Kind[] = [];
  const owners: number[] = [];
  const stayScores: number[] = [];
  const starts = new Int32Array(sentences + 1);
  const firstLetters = new Int32Array(sentences).fill(-1);
  const lastLetters = new Int32Array(sentences).fill(-1);
  let owner = -1;
  const add = (audio: number, kind: Kind, stay = STAY): number => {
    classes.push(audio);
    owners.push(owner);
    kindsOf.push(kind);
    stayScores.push(stay);
    return classes.length - 1;
  };
  const openSentence = (): void => {
    owner += 1;
    starts[owner] = add(SILENCE, kinds.before);
    add(FOREIGN, kinds.foreign);
    add(SILENCE, kinds.pause);
  };
  return {
    openSentence,
    addLetter(audio: number, stay: number): void {
      const state = add(audio, kinds.letter, stay);
      if (firstLetters[owner]! < 0) firstLetters[owner] = state;
      lastLetters[owner] = state;
    },
    /** Adds an optional pause, except before the first letter of a sentence. */
    addGap(stay: number, audio = SILENCE): void {
      if (firstLetters[owner]! >= 0) add(audio, kinds.gap, stay);
    },
    end(parents: Uint8Array): LetterGraph {
      openSentence();
      return {
        states: classes.length,
        parents,
        stayScores: Float64Array.from(stayScores),
        classOf: Uint8Array.from(classes),
        kindOf: Uint8Array.from(kindsOf),
        sentenceByState: Int32Array.from(owners),
        starts,
        firstLetters,
        lastLetters,
      };
    },
  };
}

/** Returns the letters of a sentence as they are compared. */
export const lettersOf = ({ text }: Sentence, language: string): string[] => [
  ...text.toLocaleLowerCase(language).normalize('NFC'),
];

/** Returns the letters of the sentences as a chain of states, with optional pauses between words. */
export function createLetterGraph(
  sentences: readonly Sentence[],
  { parents, classOf }: LetterClasses,
  language: string,
): LetterGraph {
  const builder = createGraphBuilder(sentences.length);
  for (const sentence of sentences) {
    const letters = lettersOf(sentence, language);
    builder.openSentence();
    let isApart = false;
    let isAtSign = false;
    for (const [position, character] of letters.entries()) {
      const isNumber = isDigit(character);
      if (!isLetter(character) && !isNumber) {
        isApart = true;
        isAtSign ||= /[^\s'’-]/u.test(character);
        continue;
      }
      if (isApart) builder.addGap(isAtSign ? STAY_IN_GAP_AT_SIGN : STAY_IN_GAP);
      isApart = false;
      isAtSign = false;
      for (let count = isNumber ? STATES_OF_A_DIGIT : 1; count > 0; count -= 1)
        builder.addLetter(classOf(letters, position), isNumber ? STAY_IN_NUMBER : STAY_IN_LETTER);
    }
  }
  return builder.end(parents);
}
