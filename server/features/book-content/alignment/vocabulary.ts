import { NUMBER, isDigit, isLetter } from './letter-classes.ts';
import type { AlignModel } from './model-folder.ts';

/* The tokens of words: of a lexicon, or their letters. */

/** Classes of tokens follow those with other meanings. */
export const FIRST_TOKEN = 4;
const CLASSES_OF_A_DIGIT = 4;

export interface Vocabulary {
  readonly blank: number;
  readonly separator: number | undefined;
  /** Returns the classes of a word. A digit, and a word that the lexicon does not have, are any speech. */
  classesOf(word: string): readonly number[];
}

/** Returns the words of a text as a lexicon spells them. */
export const wordsOf = (text: string, language: string): string[] =>
  text
    .toLocaleLowerCase(language)
    .normalize('NFC')
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{M}\p{N}']+/u)
    .map((word) => word.replace(/^'+(?!\p{L})|'+$/gu, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Reads the pronunciations of some words. Each line has a word and its tokens. Of several pronunciations, the first one counts. */
function readLexicon(
  content: string,
  tokens: ReadonlyMap<string, number>,
  words: ReadonlySet<string>,
): Map<string, readonly number[]> {
  const lexicon = new Map<string, readonly number[]>();
  for (const line of content.split('\n')) {
    const end = line.search(/\s/);
    const word = line.slice(0, end);
    if (end < 1 || !words.has(word) || lexicon.has(word)) continue;
    const names = line.slice(end).trim().split(/\s+/);
    const classes = names.map((name) => {
      const token = tokens.get(name);
      if (token === undefined) throw new Error(`lexicon.txt has the unknown token ${name}.`);
      return FIRST_TOKEN + token;
    });
    lexicon.set(word, classes);
  }
  return lexicon;
}

/** Returns the class of a letter: of its lower or upper case, else of its base letter; undefined for others. */
function classOfLetter(letter: string, tokens: ReadonlyMap<string, number>): number | undefined {
  const base = letter.normalize('NFD').charAt(0);
  for (const form of [letter, letter.toUpperCase(), base, base.toUpperCase()]) {
    const token = tokens.get(form);
    if (token !== undefined) return FIRST_TOKEN + token;
  }
  return undefined;
}

/** Returns the tokens of the words of some texts. @param lexicon content of the file @throws Error when it has an unknown token */
export function createVocabulary(
  { tokens: names, blank, separator, language }: AlignModel,
  lexicon: string | undefined,
  texts: readonly string[],
): Vocabulary {
  const tokens = new Map(names.map((name, index) => [name, index]));
  const words = new Set(texts.flatMap((text) => wordsOf(text, language)));
  const pronunciations = lexicon === undefined ? undefined : readLexicon(lexicon, tokens, words);
  const spell = (word: string): number[] =>
    [...word].flatMap((character) => {
      if (isDigit(character)) return Array<number>(CLASSES_OF_A_DIGIT).fill(NUMBER);
      if (!isLetter(character)) return [];
      return (pronunciations ? undefined : classOfLetter(character, tokens)) ?? NUMBER;
    });
  return {
    blank: tokens.get(blank) ?? 0,
    separator: separator === undefined ? undefined : tokens.get(separator),
    classesOf: (word) => pronunciations?.get(word) ?? spell(word),
  };
}
