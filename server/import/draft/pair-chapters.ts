import { foldForComparison } from './fold.ts';

/** A chapter of text, weighed by its characters. */
export interface TextSide {
  readonly title: string;
  readonly weight: number;
}

/** A chapter of sound, weighed by its seconds. */
export interface SoundSide {
  readonly title: string;
  readonly weight: number;
}

/** Neighbours that belong together: their places in the two lists. One list may be empty. */
export interface Pair {
  readonly texts: readonly number[];
  readonly sounds: readonly number[];
  /** 0 to 1; null unless both sides are there. */
  readonly confidence: number | null;
  /** A sentence. */
  readonly reason: string;
}

interface Move {
  readonly texts: number;
  readonly sounds: number;
  readonly cost: number;
}

/* Costs are logarithms of odds: one chapter to one is usual, everything else is rarer. */
const MOVES: readonly Move[] = [
  { texts: 1, sounds: 1, cost: 0 },
  { texts: 1, sounds: 2, cost: 3 },
  { texts: 2, sounds: 1, cost: 3 },
  { texts: 1, sounds: 0, cost: 4 },
  { texts: 0, sounds: 1, cost: 4 },
];
/** Of the logarithm of sound by text: how fast one narrator reads varies little from chapter to chapter. */
const SPREAD = 0.25;
const MAX_LENGTH_COST = 12;
const TITLE_BONUS = 5;
/** Opening and closing words of a recording, which no text has. */
const SHORT_SOUND = 90;
const SHORT_TEXT = 900;
const SHORT_COST = 1.5;
const ROUNDS = 3;
/** Larger tables are looked at near the diagonal only. */
const MAX_CELLS = 1_000_000;
const MIN_BAND = 50;

/** What a title is without the words and numbers that every chapter has: "Chapter 3: The lamp" is "the lamp". */
const bareTitle = (title: string): string =>
  foldForComparison(title)
    .replace(
      /^(chapter|part|capitulo|bolum|kisim|track|parte)?\s*([ivxlc]{1,6}|\d{1,4})?\s*(?=\p{L}{2}|$)/u,
      '',
    )
    .trim();

const numberIn = (title: string): string | undefined => /\d{1,4}/.exec(title)?.[0]?.replace(/^0+/, '');

/** What of a title is compared. */
interface TitleKey {
  readonly folded: string;
  readonly bare: string;
  /** Of a title such as "Chapter 12". */
  readonly number: string | undefined;
}

const toKey = (title: string): TitleKey => {
  const folded = foldForComparison(title);
  const isNumbered = /^(chapter|capitulo|bolum|kisim|part|parte)\s+\d/.test(folded);
  return { folded, bare: bareTitle(title), number: isNumbered ? numberIn(title) : undefined };
};

const areSame = (a: TitleKey | undefined, b: TitleKey | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.folded !== '' &&
  (a.folded === b.folded ||
    (a.bare.length >= 4 && a.bare === b.bare) ||
    (a.number !== undefined && a.number === b.number));

/** Whether two titles name the same chapter, whatever words stand around its name or its number. */
export const haveSameTitle = (a: string, b: string): boolean => areSame(toKey(a), toKey(b));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** How far the sound is from what the text lets expect, as a logarithm. */
const offBy = (characters: number, seconds: number, rate: number): number =>
  Math.log(Math.max(seconds, 0.5) / Math.max(characters * rate, 0.5));

const lengthCost = (off: number): number => Math.min((off * off) / (2 * SPREAD * SPREAD), MAX_LENGTH_COST);

interface Sides {
  readonly texts: readonly TextSide[];
  readonly sounds: readonly SoundSide[];
  readonly textKeys: readonly TitleKey[];
  readonly soundKeys: readonly TitleKey[];
}

const weightFrom = (side: readonly { readonly weight: number }[], at: number, count: number): number => {
  let total = 0;
  for (let index = at; index < at + count; index += 1) total += side[index]?.weight ?? 0;
  return total;
};

function costOf(
  { texts, sounds, textKeys, soundKeys }: Sides,
  move: Move,
  i: number,
  j: number,
  rate: number,
): number {
  const characters = weightFrom(texts, i, move.texts);
  const seconds = weightFrom(sounds, j, move.sounds);
  if (move.texts === 0) return seconds < SHORT_SOUND ? SHORT_COST : move.cost;
  if (move.sounds === 0) return characters < SHORT_TEXT ? SHORT_COST : move.cost;
  const bonus = areSame(textKeys[i], soundKeys[j]) ? TITLE_BONUS : 0;
  return move.cost + lengthCost(offBy(characters, seconds, rate)) - bonus;
}

interface Taken {
  readonly i: number;
  readonly j: number;
  readonly move: Move;
}

/** The cheapest way through both lists at a rate of seconds a character. */
function align(sides: Sides, rate: number): Taken[] {
  const [rows, columns] = [sides.texts.length, sides.sounds.length];
  const width = columns + 1;
  const cells = (rows + 1) * width;
  const costs = new Float32Array(cells).fill(Number.POSITIVE_INFINITY);
  const moves = new Int8Array(cells).fill(-1);
  const band = cells <= MAX_CELLS ? columns : Math.max(MIN_BAND, MAX_CELLS / (rows + 1) / 2);
  costs[0] = 0;
  for (let i = 0; i <= rows; i += 1) {
    const middle = (i * columns) / rows;
    const last = Math.min(columns, Math.ceil(middle + band));
    for (let j = Math.max(0, Math.floor(middle - band)); j <= last; j += 1) {
      const here = costs[i * width + j] ?? 0;
      MOVES.forEach((move, index) => {
        if (i + move.texts > rows || j + move.sounds > columns) return;
        const to = (i + move.texts) * width + j + move.sounds;
        const cost = here + costOf(sides, move, i, j, rate);
        if (cost >= (costs[to] ?? 0)) return;
        costs[to] = cost;
        moves[to] = index;
      });
    }
  }
  const way: Taken[] = [];
  for (let i = rows, j = columns; i > 0 || j > 0; ) {
    const move = MOVES[moves[i * width + j] ?? -1];
    if (!move) break;
    i -= move.texts;
    j -= move.sounds;
    way.push({ i, j, move });
  }
  return way.toReversed();
}

const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;

function reasonOf(isSame: boolean, off: number, move: Move, characters: number, seconds: number): string {
  const length = `${minutes(seconds)} of sound for ${characters.toLocaleString('en')} characters`;
  const fits = Math.abs(off) < 2 * SPREAD;
  if (move.texts > 1) return `One chapter of sound holds two of the text: ${length}.`;
  if (move.sounds > 1) return `The chapter of the text is read in two of sound: ${length}.`;
  if (isSame && fits) return `Same title, and the length fits: ${length}.`;
  if (isSame) return `Same title, but the length does not fit: ${length}.`;
  return fits
    ? `Same place in order, and the length fits: ${length}.`
    : `Same place in order, but the length does not fit: ${length}.`;
}

/** Puts chapters of text and of sound together by order, length and title. Every one of both lists is in one pair. */
export function pairChapters(texts: readonly TextSide[], sounds: readonly SoundSide[]): Pair[] {
  const one = (index: number) => [index];
  if (sounds.length === 0)
    return texts.map((_, index) => ({ texts: one(index), sounds: [], confidence: null, reason: '' }));
  if (texts.length === 0)
    return sounds.map((_, index) => ({ texts: [], sounds: one(index), confidence: null, reason: '' }));
  const sides: Sides = {
    texts,
    sounds,
    textKeys: texts.map(({ title }) => toKey(title)),
    soundKeys: sounds.map(({ title }) => toKey(title)),
  };
  let rate = weightFrom(sounds, 0, sounds.length) / Math.max(1, weightFrom(texts, 0, texts.length));
  let way = align(sides, rate);
  for (let round = 1; round < ROUNDS; round += 1) {
    const rates = way.flatMap(({ i, j, move }) => {
      const [text, sound] = [texts[i], sounds[j]];
      return move.texts === 1 && move.sounds === 1 && text && sound && text.weight > SHORT_TEXT
        ? [sound.weight / text.weight]
        : [];
    });
    if (rates.length === 0) break;
    rate = median(rates);
    way = align(sides, rate);
  }
  return way.map(({ i, j, move }): Pair => {
    const places = (start: number, count: number) =>
      Array.from({ length: count }, (_, index) => start + index);
    const pair = { texts: places(i, move.texts), sounds: places(j, move.sounds) };
    if (move.sounds === 0) return { ...pair, confidence: null, reason: 'No sound was found for this text.' };
    if (move.texts === 0) return { ...pair, confidence: null, reason: 'No text was found for this sound.' };
    const characters = weightFrom(texts, i, move.texts);
    const seconds = weightFrom(sounds, j, move.sounds);
    const off = offBy(characters, seconds, rate);
    const isSame = areSame(sides.textKeys[i], sides.soundKeys[j]);
    const byLength = Math.exp(-(off * off) / (2 * (2 * SPREAD) ** 2));
    const usual = move.texts === 1 && move.sounds === 1 ? 0.85 : 0.6;
    const confidence = Math.min(1, byLength * usual + (isSame ? 0.4 : 0));
    return {
      ...pair,
      confidence: Math.round(confidence * 100) / 100,
      reason: reasonOf(isSame, off, move, characters, seconds),
    };
  });
}
