import { FRAMES_A_SECOND, type StoredFeatures, withDifferences } from './features.ts';
import { findPath } from './find-path.ts';
import { type LetterClasses, classifyLetters } from './letter-classes.ts';
import { type LetterGraph, createLetterGraph, lettersOf } from './letter-graph.ts';
import {
  type LetterModels,
  type LetterSums,
  addFrames,
  createLetterScorer,
  createLetterSums,
  learnLetters,
} from './letter-models.ts';
import { boundsOf, firstLabels } from './path-bounds.ts';
import type { Span } from './pauses.ts';
import { type PathResult, meanFit, readPath } from './read-path.ts';
import type { Sentence } from './sentences.ts';

/*
 * The second stage. It learns the acoustic features of each letter from all chapters of the book, starting with the result of the first
 * stage. Then it searches every sentence by its letters, in several rounds. The first rounds use one model per letter, the last ones use
 * one model per letter and neighbour.
 */

/** All states of a short chapter are within the first band. */
interface Round {
  /** Maximum number of states searched in one frame: 700 are about 25 s of speech on either side. */
  readonly band: number;
  /** States with a score this far below the best one of a frame are not searched further. */
  readonly beam: number;
  readonly isFine: boolean;
}
const rounds: readonly Round[] = [
  { band: 4_000, beam: 300, isFine: false },
  { band: 700, beam: Infinity, isFine: false },
  { band: 250, beam: Infinity, isFine: true },
  { band: 200, beam: Infinity, isFine: true },
];

/** Rounds after which one of several starts is chosen; most are discarded after the first round. */
const TRIAL_ROUNDS = 3;
/** Penalty per frame, on average, for a start that loses the whole text. */
const LOST_TEXT = 1;
/** States before the first letter. */
const OPENING_STATES = 3;

/** A result of the first stage for one start time of the text. */
export interface Beginning {
  /** Seconds. The text has nothing before this time. */
  readonly from: number;
  readonly times: readonly (Span | undefined)[];
  /** Advantage per frame, on average, over another start. */
  readonly bias: number;
}

/** A chapter to search. */
export interface LetterChapter {
  readonly sentences: readonly Sentence[];
  readonly beginnings: readonly [Beginning, ...Beginning[]];
  readonly features: StoredFeatures;
  /** Seconds from the start of the features. */
  readonly silences: readonly Span[];
}

/** The times of the sentences count from the start of the features. */
export type LetterAlignment = Pick<PathResult, 'times' | 'lags' | 'firstLags' | 'explained' | 'foreign'>;

/** The search of a chapter with one start. */
interface Attempt {
  readonly chapter: LetterChapter;
  readonly graph: LetterGraph;
  readonly beginning: Beginning;
  readonly labels: Uint8Array;
  readonly times: readonly (Span | undefined)[];
  readonly result?: PathResult;
  /** The mean score of the last search. */
  readonly fit: number;
}

const emptyAlignment = ({ sentences }: LetterChapter): LetterAlignment => ({
  times: sentences.map(() => undefined),
  lags: [],
  firstLags: [],
  explained: 0,
  foreign: [],
});

const begin = (chapter: LetterChapter, graph: LetterGraph, beginning: Beginning): Attempt => ({
  chapter,
  graph,
  beginning,
  times: beginning.times,
  labels: firstLabels(graph, {
    times: beginning.times,
    frames: chapter.features.frames,
    silences: chapter.silences,
  }),
  fit: -Infinity,
});

/** Returns the score of an attempt, for a comparison with other starts of the same chapter. */
function compareFit(
  { chapter, graph, beginning, times }: Attempt,
  path: Int32Array,
  scorer: Parameters<typeof meanFit>[1]['scorer'],
): number {
  const { sentences } = chapter;
  const whole = sentences.reduce((sum, { weight }) => sum + weight, 0);
  const lostWeight = sentences.reduce((sum, { weight }, index) => sum + (times[index] ? 0 : weight), 0);
  const fit = meanFit(graph, { scorer, path, first: Math.round(beginning.from * FRAMES_A_SECOND) });
  return fit + beginning.bias - (LOST_TEXT * lostWeight) / whole;
}

interface SearchOptions {
  readonly round: number;
  readonly models: LetterModels;
  /** The frames of the chapter are added to these sums, with the labels found. */
  readonly sums?: LetterSums;
  readonly isCompared?: boolean;
  readonly progress: (fraction: number) => void;
}

function search(
  attempt: Attempt,
  { round, models, sums, isCompared = false, progress }: SearchOptions,
): Attempt {
  const { chapter, graph, beginning, times } = attempt;
  const { band, beam, isFine } = rounds[round]!;
  const features = withDifferences(chapter.features);
  const scorer = createLetterScorer(features, { models, parents: graph.parents, isFine });
  const { sentences } = chapter;
  const bounds = boundsOf(graph, { sentences, times, frames: features.frames, band, beam });
  bounds.high.fill(OPENING_STATES - 1, 0, Math.round(beginning.from * FRAMES_A_SECOND));
  const path = findPath(graph, { scorer, bounds, progress });
  const isFinal = round === rounds.length - 1;
  const result = readPath(graph, { scorer, path, sentences: sentences.length, isFinal });
  if (sums) addFrames(sums, features, result.labels);
  const found: Attempt = { ...attempt, labels: result.labels, times: result.times, result };
  return isCompared ? { ...found, fit: compareFit(found, path, scorer) } : found;
}

const learnAlone = ({ chapter, graph, labels }: Attempt): LetterModels => {
  const sums = createLetterSums(graph.parents.length);
  addFrames(sums, withDifferences(chapter.features), labels);
  return learnLetters(sums, graph.parents);
};

/** Returns the best start of a chapter that is the only one: the search alone has too little data to detect it. */
function chooseBeginning(
  chapter: LetterChapter,
  graph: LetterGraph,
  progress: (fraction: number) => void,
): Attempt {
  const { beginnings } = chapter;
  const most = Math.max(...beginnings.map(({ bias }) => bias));
  const steps = beginnings.length + 3 * (TRIAL_ROUNDS - 1);
  let step = 0;
  const searchOn = (attempt: Attempt, from: number, to: number): Attempt => {
    let last = attempt;
    for (let round = from; round < to; round += 1) {
      const models = learnAlone(last);
      last = search(last, { round, models, isCompared: true, progress: () => undefined });
      step += 1;
      progress(step / steps);
    }
    return last;
  };
  const rank = (attempts: readonly Attempt[]): Attempt[] => attempts.toSorted((a, b) => b.fit - a.fit);
  const first = rank(beginnings.map((beginning) => searchOn(begin(chapter, graph, beginning), 0, 1)));
  const kept = first.filter(
    ({ beginning: { from, bias } }, index) => index === 0 || from === 0 || bias === most,
  );
  return rank(kept.map((attempt) => searchOn(attempt, 1, TRIAL_ROUNDS)))[0]!;
}

/** Returns the classes of the letters of all chapters. */
const classesOf = (chapters: readonly LetterChapter[], language: string): LetterClasses =>
  classifyLetters(
    chapters.flatMap(({ sentences }) => sentences.map((sentence) => lettersOf(sentence, language))),
  );

/** Finds the sentences of all chapters of a book by the acoustic features of their letters. */
export function alignByLetters(
  chapters: readonly LetterChapter[],
  { language, progress }: { readonly language: string; readonly progress: (fraction: number) => void },
): LetterAlignment[] {
  const isSearched = ({ features, sentences }: LetterChapter) => features.frames > 0 && sentences.length > 0;
  const searched = chapters.filter(isSearched);
  const classes = classesOf(searched, language);
  const { parents } = classes;
  const graphOf = ({ sentences }: LetterChapter) => createLetterGraph(sentences, classes, language);
  const [only] = searched;
  const hasTrials = searched.length === 1 && only !== undefined && only.beginnings.length > 1;
  let attempts = hasTrials
    ? [chooseBeginning(only, graphOf(only), (share) => progress(0.8 * share))]
    : searched.map((chapter) => begin(chapter, graphOf(chapter), chapter.beginnings[0]));
  let sums = createLetterSums(parents.length);
  for (const { chapter, labels } of attempts) addFrames(sums, withDifferences(chapter.features), labels);
  const start = hasTrials ? TRIAL_ROUNDS : 0;
  for (let round = start; round < rounds.length; round += 1) {
    const models = learnLetters(sums, parents);
    const next = createLetterSums(parents.length);
    attempts = attempts.map((attempt, index) => {
      const whole = (rounds.length - start) * attempts.length;
      const done = (round - start) * attempts.length + index;
      return search(attempt, {
        round,
        models,
        sums: next,
        progress: (share) => progress((done + share) / whole),
      });
    });
    sums = next;
  }
  const found = new Map(attempts.map(({ chapter, result }) => [chapter, result]));
  return chapters.map((chapter) => found.get(chapter) ?? emptyAlignment(chapter));
}
