import { abbreviationsOf, acronyms, acronymTails, labels } from './abbreviations.ts';
import {
  isDigit,
  isLetter,
  isLower,
  isSpace,
  isUpper,
  nextWord,
  wordBefore,
  wordStart,
} from './sentence-words.ts';

type WordSet = ReadonlySet<string>;

/** Rules of a language for the ends of sentences. */
export interface SentenceRules {
  /** All abbreviations. */
  readonly known: WordSet;
  readonly joined: WordSet;
  readonly open: WordSet;
  readonly numbered: WordSet;
  readonly starters: WordSet;
  readonly labels: WordSet;
  readonly hasOrdinals: boolean;
}

/** A position where Unicode ends the sentence that begins at `from`. */
interface SentenceEnd {
  readonly from: number;
  readonly offset: number;
}

interface Abbreviation {
  readonly word: string;
  readonly before: string;
  readonly next: string;
  /** True for the first word of a paragraph. */
  readonly isFirst: boolean;
  /** True for a word that is the whole sentence. */
  readonly isWhole: boolean;
}

const wordsOf = (list: string): WordSet => new Set(list.split(' ').filter((word) => word !== ''));
const acronymWords = wordsOf(acronyms);
const tailWords = wordsOf(acronymTails);
const longest = 8;
const dot = 0x2e;
const closingQuote = 0xbb;
const initials = /^\p{Lu}(?:\.-?\p{Lu})*$/u;
const numberWord = /^(?:\d+|[IVXLC]{2,})$/;
const romanNumber = /^[IVXLC]+$/;

/** Returns true for an abbreviation of a number that a number follows. "No. I will not." contains none. */
const isNumber = (next: string, word: string) =>
  isDigit(next.charCodeAt(0)) || (romanNumber.test(next) && !/^nos?$/i.test(word));

const digitsOrWord = (text: string, index: number) =>
  isDigit(text.charCodeAt(index)) ? text.charAt(index) : nextWord(text, index);

export function sentenceRules(code: string): SentenceRules {
  const { joined, open, numbered, starters, labels: own = '', hasOrdinals = false } = abbreviationsOf(code);
  return {
    known: wordsOf(`${joined} ${open} ${numbered} ${acronyms}`),
    joined: wordsOf(joined),
    open: wordsOf(open),
    numbered: wordsOf(numbered),
    starters: wordsOf(starters),
    labels: wordsOf(`${labels} ${own}`),
    hasOrdinals,
  };
}

const isParagraphEnd = (code: number) =>
  code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;

/** Returns the position of the first letter or digit after `at`. A few quotes, brackets and dashes are skipped. */
function firstLetter(text: string, index: number): number {
  const most = Math.min(text.length, index + 6);
  for (let position = index; position < most; position += 1) {
    const code = text.charCodeAt(position);
    if (isDigit(code) || isLetter(code)) return position;
    if (isParagraphEnd(code)) return -1;
  }
  return -1;
}

/** Returns true for a word that starts with a lower case letter and is not a name such as iPhone. */
function beginsLower(text: string, index: number): boolean {
  if (!isLower(text.charCodeAt(index))) return false;
  for (let position = index + 1; position < index + 6; position += 1) {
    const code = text.charCodeAt(position);
    if (!isLetter(code)) return true;
    if (isUpper(code)) return false;
  }
  return true;
}

/** Returns true for an initial in a name: a name follows, and no label such as "Plan" precedes it. */
function isInitialOfName({ word, before, next, isFirst }: Abbreviation, rules: SentenceRules): boolean {
  if (acronymWords.has(`${before}${word}`) || !isUpper(next.charCodeAt(0))) return false;
  if (isFirst) return true;
  if (rules.starters.has(next) || rules.labels.has(before.toLowerCase())) return false;
  // "I" is usually a pronoun, unless other parts of a name surround it.
  return word !== 'I' || isUpper(before.charCodeAt(0)) || next.endsWith('.');
}

/** Returns true for "2. Weltkrieg" in languages where a full stop marks an ordinal, and for the numbers of lists. */
function isOrdinal({ word, next, isFirst, isWhole }: Abbreviation, rules: SentenceRules): boolean {
  if (word.length > 2 && isDigit(word.charCodeAt(0))) return false;
  if (isFirst) return next !== '';
  return (isWhole || rules.hasOrdinals) && isUpper(next.charCodeAt(0)) && !rules.starters.has(next);
}

function belongsToNext(abbreviation: Abbreviation, rules: SentenceRules): boolean {
  const { word, before, next } = abbreviation;
  // "т. е." and "т.е." are the same.
  const pair = before.length < 4 && before.endsWith('.') ? `${before}${word}` : word;
  if (rules.joined.has(word) || rules.joined.has(pair)) return true;
  // "z. B." and "a. C.".
  if (word.length === 1 && isLower(word.charCodeAt(0)) && next.endsWith('.')) return true;
  if (rules.open.has(word))
    return isUpper(next.charCodeAt(0)) && !rules.starters.has(next) && !isDigit(before.charCodeAt(0));
  if (rules.numbered.has(word) && isNumber(next, word)) return true;
  if (numberWord.test(word)) return isOrdinal(abbreviation, rules);
  if (acronymWords.has(word)) return tailWords.has(next);
  return initials.test(word) && isInitialOfName(abbreviation, rules);
}

/** Returns the end of a sentence that Unicode ends before "»", which French separates with a space. */
export function afterClosingQuote(text: string, index: number): number {
  if (text.charCodeAt(index) !== closingQuote) return index;
  let end = index + 1;
  while (isSpace(text.charCodeAt(end))) end += 1;
  return end > index + 1 || end === text.length ? end : index;
}

/** Returns true if a sentence continues after a position where Unicode would end it. */
export function isContinued(text: string, { from, offset }: SentenceEnd, rules: SentenceRules): boolean {
  if (isParagraphEnd(text.charCodeAt(offset - 1))) return false;
  const letter = firstLetter(text, offset);
  if (letter === -1) return false;
  if (beginsLower(text, letter)) return true;
  let end = offset;
  while (end > from && isSpace(text.charCodeAt(end - 1))) end -= 1;
  if (text.charCodeAt(end - 1) !== dot) return false;
  const start = wordStart(text, end - 1, longest);
  if (start === end - 1 || end - start > longest + 1) return false;
  const word = text.slice(start, end - 1);
  // Most sentences end with a longer lower case word. It is not an abbreviation and needs no further check.
  if (end - start > 2 && isLower(text.charCodeAt(end - 2)) && !rules.known.has(word)) return false;
  return belongsToNext(
    {
      word,
      before: wordBefore(text, start),
      next: digitsOrWord(text, letter),
      isFirst: start === 0 || isParagraphEnd(text.charCodeAt(start - 1)),
      isWhole: start === from,
    },
    rules,
  );
}
