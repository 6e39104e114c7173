import type { Sentence } from './sentences.ts';

/** Classes of sound. Letters of the book come behind. */
export const SILENCE = 0;
export const FOREIGN = 1;
export const RARE = 2;
/** Rarer letters are taken for the letter below their marks. */
const MIN_LETTERS = 25;
const STATES_OF_A_DIGIT = 4;

/** What a state of the search is. A sentence begins with `before`, `foreign` and `pause`: sound that is not in the text may precede it. */
export const kinds = { letter: 0, gap: 1, before: 2, foreign: 3, pause: 4 } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

export interface LetterGraph {
  readonly states: number;
  readonly classes: number;
  /** By state: its class of sound, its kind, its sentence. The last sentence's number stands for what follows it. */
  readonly classOf: Uint8Array;
  readonly kindOf: Uint8Array;
  readonly sentenceOf: Int32Array;
  /** By sentence: its first state, its first and last letter. */
  readonly starts: Int32Array;
  readonly firstLetters: Int32Array;
  readonly lastLetters: Int32Array;
}

const isLetter = (character: string): boolean => /\p{L}/u.test(character);
const isDigit = (character: string): boolean => /\p{N}/u.test(character);

function classesOf(texts: readonly (readonly string[])[]): (character: string) => number {
  const counts = new Map<string, number>();
  for (const letters of texts)
    for (const letter of letters) if (isLetter(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const classes = new Map<string, number>();
  for (const [letter, count] of counts)
    if (count >= MIN_LETTERS) classes.set(letter, RARE + 1 + classes.size);
  return (character) =>
    isDigit(character)
      ? RARE
      : (classes.get(character) ?? classes.get(character.normalize('NFD').charAt(0)) ?? RARE);
}

/** The letters of the sentences as a chain of states, with pauses that may be between words. */
export function createLetterGraph(sentences: readonly Sentence[], language: string): LetterGraph {
  const texts = sentences.map(({ text }) => [...text.toLocaleLowerCase(language).normalize('NFC')]);
  const classFor = classesOf(texts);
  const classes: number[] = [];
  const kindsOf: Kind[] = [];
  const owners: number[] = [];
  const starts = new Int32Array(sentences.length + 1);
  const firstLetters = new Int32Array(sentences.length);
  const lastLetters = new Int32Array(sentences.length);
  const add = (sound: number, owner: number, kind: Kind): number => {
    classes.push(sound);
    owners.push(owner);
    kindsOf.push(kind);
    return classes.length - 1;
  };
  const open = (owner: number): number => {
    const first = add(SILENCE, owner, kinds.before);
    add(FOREIGN, owner, kinds.foreign);
    add(SILENCE, owner, kinds.pause);
    return first;
  };
  for (const [at, letters] of texts.entries()) {
    starts[at] = open(at);
    let first = -1;
    let last = -1;
    let isApart = false;
    for (const character of letters) {
      if (!isLetter(character) && !isDigit(character)) {
        isApart = true;
        continue;
      }
      if (isApart && first >= 0) add(SILENCE, at, kinds.gap);
      isApart = false;
      for (let count = isDigit(character) ? STATES_OF_A_DIGIT : 1; count > 0; count -= 1) {
        last = add(classFor(character), at, kinds.letter);
        if (first < 0) first = last;
      }
    }
    firstLetters[at] = first;
    lastLetters[at] = last;
  }
  starts[sentences.length] = open(sentences.length);
  return {
    states: classes.length,
    classes: classes.reduce((highest, sound) => Math.max(highest, sound), RARE) + 1,
    classOf: Uint8Array.from(classes),
    kindOf: Uint8Array.from(kindsOf),
    sentenceOf: Int32Array.from(owners),
    starts,
    firstLetters,
    lastLetters,
  };
}
