import { advantagesOf } from './alternatives.ts';
import { LEAST_ODDS, oddsOf } from './confidence.ts';
import { FRAMES_A_SECOND, type StoredFeatures, withDifferences } from './features.ts';
import { type PathBounds, findPath } from './find-path.ts';
import type { LetterGraph } from './letter-graph.ts';
import {
  type LetterModels,
  type LetterScorer,
  type LetterSums,
  addFrames,
  createLetterScorer,
  createLetterSums,
  learnLetters,
} from './letter-models.ts';
import { boundsOf, firstLabels, silentFramesOf } from './path-bounds.ts';
import type { Span } from './pauses.ts';
import { type PathResult, meanLag, readPath } from './read-path.ts';
import type { Sentence } from './sentences.ts';
import { transitionsOf } from './transitions.ts';
import { lostWeightOf } from './speaking-rate.ts';

/* The search of the sentences of one chapter by letters. */

/** All states of a short chapter are within the first band. */
export interface Round {
  /** Maximum number of states searched in one frame: 700 are about 25 s of speech on either side. */
  readonly band: number;
  /** States with a score this far below the best one of a frame are not searched further. */
  readonly beam: number;
  readonly isFine: boolean;
}
/**
 * A search far from the last result, a narrower one for later rounds, and one near the last result. A wrong start of a short chapter is
 * corrected only by a wide beam.
 */
export const wide = { band: 4_000, beam: 300 };
export const farCoarse: Round = { ...wide, isFine: false };
export const farFine: Round = { ...wide, isFine: true };
export const laterCoarse: Round = { ...farCoarse, band: 1_400 };
export const laterFine: Round = { ...farFine, band: 1_400 };
export const nearCoarse: Round = { band: 700, beam: 150, isFine: false };
export const nearFine: Round = { band: 400, beam: 150, isFine: true };
/** A chapter is stable when this share of its sentences stay within half a second. */
const STABLE_SHARE = 0.97;
const STABLE_SECONDS = 0.5;
/** The start of a sentence that was not found, in seconds. */
const NOT_FOUND = -9;

/** Penalty per frame, on average, for a start that loses the whole text. */
export const LOST_TEXT = 1.5;
/** A result of the first stage for one start time of the text. */
export interface StartOption {
  /** Seconds. The text has nothing before this time. */
  readonly from: number;
  readonly times: readonly (Span | undefined)[];
  /** Advantage per frame, on average, over another start. */
  readonly bias: number;
}

/** A chapter to search. */
export interface LetterChapter {
  readonly sentences: readonly Sentence[];
  readonly startOptions: readonly [StartOption, ...StartOption[]];
  readonly features: StoredFeatures;
  /** Seconds from the start of the features. */
  readonly silences: readonly Span[];
}

/** The times of the sentences count from the start of the features. */
export type LetterAlignment = Pick<
  PathResult,
  'times' | 'lags' | 'firstLags' | 'advantages' | 'explained' | 'foreign'
>;

/** The search of a chapter with one start. */
export interface Attempt {
  readonly chapter: LetterChapter;
  readonly graph: LetterGraph;
  readonly startOption: StartOption;
  readonly labels: Uint8Array;
  readonly times: readonly (Span | undefined)[];
  readonly result?: PathResult;
  /** True when the last two results are nearly the same. */
  readonly isStable: boolean;
  /** The mean score of the last search. */
  readonly fit: number;
}

export const begin = (chapter: LetterChapter, graph: LetterGraph, startOption: StartOption): Attempt => ({
  chapter,
  graph,
  startOption,
  times: startOption.times,
  labels: firstLabels(graph, {
    times: startOption.times,
    frames: chapter.features.frames,
    silences: chapter.silences,
  }),
  fit: -Infinity,
  isStable: false,
});

/** Returns the sums of the frames of chapters, with the present labels. @param classes number of classes */
export function sumsOf(attempts: readonly Attempt[], classes: number): LetterSums {
  const sums = createLetterSums(classes);
  for (const { chapter, labels } of attempts) addFrames(sums, withDifferences(chapter.features), labels);
  return sums;
}

/** Learns the letters from one chapter. */
export const learnFrom = (attempt: Attempt): LetterModels => {
  const { parents } = attempt.graph;
  return learnLetters(sumsOf([attempt], parents.length), parents);
};

/**
 * Models of one short chapter are inexact, and fit a wrong start well. Their distances count half, and those before the start are limited.
 */
const COMPARED_LAG_SHARE = 0.5;
const OPENING_LAG = -1.65;

/** Returns the score of an attempt, for a comparison with other starts of the same chapter. */
function compareFit(
  { chapter, graph, startOption, times }: Attempt,
  path: Int32Array,
  scorer: LetterScorer,
): number {
  const { sentences } = chapter;
  const whole = sentences.reduce((sum, { weight }) => sum + weight, 0);
  const fit = meanLag(graph, {
    scorer,
    path,
    opening: { frames: Math.round(startOption.from * FRAMES_A_SECOND), least: OPENING_LAG },
  });
  return COMPARED_LAG_SHARE * fit + startOption.bias - (LOST_TEXT * lostWeightOf(sentences, times)) / whole;
}

/** Returns true when two results are nearly the same. */
function isStable(times: Attempt['times'], laterTimes: Attempt['times']): boolean {
  const startOf = (span: Span | undefined): number => span?.[0] ?? NOT_FOUND;
  const stable = times.filter(
    (span, index) => Math.abs(startOf(span) - startOf(laterTimes[index])) < STABLE_SECONDS,
  );
  return stable.length >= STABLE_SHARE * times.length;
}

interface SearchOptions {
  readonly round: Round;
  readonly isFinal: boolean;
  readonly models: LetterModels;
  /** The frames of the chapter are added to these sums, with the labels found. */
  readonly sums?: LetterSums;
  readonly isCompared?: boolean;
  readonly progress: (fraction: number) => void;
}

/** Returns the advantages of the starts over their alternatives. Only those of doubtful sentences are searched, because this takes long. */
function advantagesIn(
  { chapter: { sentences, silences }, graph }: Attempt,
  result: PathResult,
  {
    path,
    bounds,
    scorer,
  }: { readonly path: Int32Array; readonly bounds: PathBounds; readonly scorer: LetterScorer },
): number[] {
  const starts = result.times.map((span) => span?.[0]);
  const odds = oddsOf(sentences, result, { silences, starts });
  return advantagesOf(
    { graph, transitions: transitionsOf(graph), scorer },
    {
      path,
      bounds,
      starts: starts.map((start) => (start === undefined ? -1 : Math.round(start * FRAMES_A_SECOND))),
      isSearched: (sentence) => (odds[sentence] ?? -Infinity) > LEAST_ODDS,
    },
  );
}

/** Searches a chapter once. */
export function search(
  attempt: Attempt,
  { round, isFinal, models, sums, isCompared = false, progress }: SearchOptions,
): Attempt {
  const { chapter, graph, startOption, times } = attempt;
  const { band, beam, isFine } = round;
  const features = withDifferences(chapter.features);
  const { sentences, silences } = chapter;
  const { frames } = features;
  const silentFrames = silentFramesOf(silences, frames);
  const scorer = createLetterScorer(features, { models, parents: graph.parents, silentFrames, isFine });
  const bounds = boundsOf(graph, { sentences, times, frames, from: startOption.from, band, beam });
  const path = findPath(graph, { scorer, bounds, progress });
  const pathResult = readPath(graph, { scorer, path, sentences: sentences.length, isFinal });
  const result = isFinal
    ? { ...pathResult, advantages: advantagesIn(attempt, pathResult, { path, bounds, scorer }) }
    : pathResult;
  if (sums) addFrames(sums, features, result.labels);
  const nextAttempt: Attempt = {
    ...attempt,
    isStable: isStable(times, result.times),
    labels: result.labels,
    times: result.times,
    result,
  };
  return isCompared ? { ...nextAttempt, fit: compareFit(nextAttempt, path, scorer) } : nextAttempt;
}
