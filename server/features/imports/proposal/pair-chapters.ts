import { pairReasons } from '#contract/audio/audio.messages';
import { areSame, haveSameTitle, toTitleKey } from './chapter-titles.ts';
import { type Move, SHORT_TEXT, SPREAD, createPaths } from './cheapest-path.ts';
import { isFrontMatter } from './front-matter.ts';

/** A text chapter, weighted by its characters. */
export interface TextSide {
  readonly title: string;
  readonly weight: number;
}

/** An audio chapter, weighted by its seconds. */
export interface AudioSide {
  readonly title: string;
  readonly weight: number;
}

/** Neighbours that belong together, as indexes of the two lists. One list may be empty. */
export interface Pair {
  readonly texts: readonly number[];
  readonly audios: readonly number[];
  /** 0 to 1; null unless both lists have items. */
  readonly confidence: number | null;
  /** The reason as a sentence. */
  readonly reason: string;
}

const ROUNDS = 3;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the distance of the audio duration from the expected one, as a logarithm. */
const logRatio = (characters: number, seconds: number, rate: number): number =>
  Math.log(Math.max(seconds, 0.5) / Math.max(characters * rate, 0.5));

/** The highest confidence of a pair whose durations do not match: below a good match, whatever its titles are. */
const OTHER_LENGTH_CONFIDENCE = 0.7;

/** True if the audio is as long as the text suggests. */
const hasMatchingLength = (off: number): boolean => Math.abs(off) < 2 * SPREAD;

/** Confidence when one audio file is paired with the whole text. */
const ONE_AUDIO_CONFIDENCE = 0.5;

/** Pairs one audio file with all texts, except front and end matter that is not read aloud. */
function pairWithOne(texts: readonly TextSide[]): Pair[] {
  const first = texts.findIndex((text) => !isFrontMatter(text));
  const last = texts.findLastIndex((text) => !isFrontMatter(text));
  const alone = (index: number): Pair => ({
    texts: [index],
    audios: [],
    confidence: null,
    reason: pairReasons.noAudio,
  });
  const indexes = [...texts.keys()];
  return [
    ...indexes.slice(0, first).map(alone),
    {
      texts: indexes.slice(first, last + 1),
      audios: [0],
      confidence: ONE_AUDIO_CONFIDENCE,
      reason: pairReasons.estimated,
    },
    ...indexes.slice(last + 1).map(alone),
  ];
}

const weightFrom = (side: readonly { readonly weight: number }[], start: number, count: number): number => {
  let total = 0;
  for (let index = start; index < start + count; index += 1) total += side[index]?.weight ?? 0;
  return total;
};

const minutes = (seconds: number): string =>
  seconds < 90 ? pairReasons.seconds(Math.round(seconds)) : pairReasons.minutes(Math.round(seconds / 60));

function reasonOf(
  isSame: boolean,
  {
    off,
    move,
    characters,
    seconds,
  }: { readonly off: number; readonly move: Move; readonly characters: number; readonly seconds: number },
): string {
  const length = pairReasons.length(minutes(seconds), characters);
  const fits = hasMatchingLength(off);
  if (move.texts > 2) return pairReasons.estimated;
  if (move.texts > 1) return pairReasons.twoTexts(length);
  if (move.audios > 1) return pairReasons.twoAudios(length);
  if (isSame) return fits ? pairReasons.sameTitle(length) : pairReasons.sameTitleOtherLength(length);
  return fits ? pairReasons.samePosition(length) : pairReasons.samePositionOtherDuration(length);
}

/** Pairs text and audio chapters by order, duration and title. Every chapter of both lists is in one pair. */
export async function pairChapters(
  texts: readonly TextSide[],
  audios: readonly AudioSide[],
): Promise<Pair[]> {
  const toSingle = (index: number) => [index];
  if (audios.length === 0)
    return texts.map((_, index) => ({ texts: toSingle(index), audios: [], confidence: null, reason: '' }));
  if (texts.length === 0)
    return audios.map((_, index) => ({ texts: [], audios: toSingle(index), confidence: null, reason: '' }));
  const [onlyAudio] = audios;
  const isOfOneText = texts.some(({ title }) => haveSameTitle(title, onlyAudio?.title ?? ''));
  const isOfAll = audios.length === 1 && !isOfOneText;
  if (isOfAll && texts.filter((text) => !isFrontMatter(text)).length > 2) return pairWithOne(texts);
  const textKeys = texts.map(({ title }) => toTitleKey(title));
  const audioKeys = audios.map(({ title }) => toTitleKey(title));
  const find = createPaths(
    texts.map(({ weight }, index) => ({ weight, title: textKeys[index] })),
    audios.map(({ weight }, index) => ({ weight, title: audioKeys[index] })),
  );
  let rate = weightFrom(audios, 0, audios.length) / Math.max(1, weightFrom(texts, 0, texts.length));
  let way = await find(rate);
  for (let round = 1; round < ROUNDS; round += 1) {
    const rates = way.flatMap(({ i, j, move }) => {
      const [text, audio] = [texts[i], audios[j]];
      return move.texts === 1 && move.audios === 1 && text && audio && text.weight > SHORT_TEXT
        ? [audio.weight / text.weight]
        : [];
    });
    if (rates.length === 0) break;
    rate = median(rates);
    way = await find(rate);
  }
  return way.map(({ i, j, move }): Pair => {
    const indexes = (start: number, count: number) =>
      Array.from({ length: count }, (_, index) => start + index);
    const pair = { texts: indexes(i, move.texts), audios: indexes(j, move.audios) };
    if (move.audios === 0) return { ...pair, confidence: null, reason: pairReasons.noAudio };
    if (move.texts === 0) return { ...pair, confidence: null, reason: pairReasons.noText };
    const characters = weightFrom(texts, i, move.texts);
    const seconds = weightFrom(audios, j, move.audios);
    const off = logRatio(characters, seconds, rate);
    const isSame = areSame(textKeys[i], audioKeys[j]);
    const byLength = Math.exp(-(off * off) / (2 * (2 * SPREAD) ** 2));
    const usual = move.texts === 1 && move.audios === 1 ? 0.85 : 0.6;
    const highest = hasMatchingLength(off) ? 1 : OTHER_LENGTH_CONFIDENCE;
    const confidence = Math.min(highest, byLength * usual + (isSame ? 0.4 : 0));
    return {
      ...pair,
      confidence: Math.round(confidence * 100) / 100,
      reason: reasonOf(isSame, { off, move, characters, seconds }),
    };
  });
}
