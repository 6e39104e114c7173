import { FRAMES_A_SECOND, type Features } from './features.ts';
import { type PathBounds, findPath } from './find-path.ts';
import { FOREIGN, SILENCE } from './letter-classes.ts';
import { type LetterGraph, createLetterGraph, kinds } from './letter-graph.ts';
import { type LetterModels, learnLetters } from './letter-models.ts';
import type { Span } from './pauses.ts';
import type { Sentence } from './sentences.ts';

/*
 * The second stage. It learns the acoustic features of each letter from this recording, starting with the result of the first stage. Then
 * it searches every sentence by its letters, in several rounds. The first rounds use a wide band and one model per letter. The last rounds
 * use a narrow band and one model per letter and neighbour.
 */

interface Round {
  /** Number of states searched in one frame: 700 are about 25 s of speech on either side. */
  readonly band: number;
  readonly isFine: boolean;
}
const far: Round = { band: 700, isFine: false };
const near: Round = { band: 400, isFine: true };
const rounds = [far, far, near, near];

/** Rounds after which one of several starts is chosen; most are discarded after the first round. */
const TRIAL_ROUNDS = 3;
/** Penalty per frame, on average, for a start that loses the whole text. */
const LOST_TEXT = 1;
/** Frames of letters at the start of a sentence: most of a second. */
const FIRST_FRAMES = 40;
/** Letters are not learned below this mean gain per frame, because too little was recognised. */
const LEAST_GAIN = 1;
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

export interface LetterAlignment {
  /** Seconds from the start of the features; undefined for a sentence that was not found. */
  readonly times: readonly (Span | undefined)[];
  /** Mean distance of its letters from the best ones; 0 or less. */
  readonly lags: readonly number[];
  /** The same for its start alone. */
  readonly firstLags: readonly number[];
  /** Share of the speech that the text explains: at most 1, and low when the speech is another text. */
  readonly explained: number;
  /** Speech that belongs to no sentence. */
  readonly foreign: readonly Span[];
}

const toFrame = (seconds: number): number => Math.round(seconds * FRAMES_A_SECOND);

/** Returns the first label of each frame: the letters of a sentence are distributed evenly over its time. */
function firstLabels(
  graph: LetterGraph,
  {
    times,
    frames,
    silences,
  }: {
    readonly times: readonly (Span | undefined)[];
    readonly frames: number;
    readonly silences: readonly Span[];
  },
): Uint8Array {
  const labels = new Uint8Array(frames).fill(FOREIGN);
  for (const [index, span] of times.entries()) {
    if (!span) continue;
    const first = graph.firstLetters[index]!;
    const count = graph.lastLetters[index]! - first + 1;
    const from = Math.max(0, toFrame(span[0]));
    const to = Math.min(frames, toFrame(span[1]));
    for (let frame = from; frame < to; frame += 1)
      labels[frame] =
        graph.classOf[first + Math.min(count - 1, Math.floor(((frame - from) / (to - from)) * count))]!;
  }
  for (const [start, end] of silences)
    labels.fill(SILENCE, Math.max(0, toFrame(start)), Math.max(0, Math.min(frames, toFrame(end))));
  return labels;
}

/** Returns the bounds of the search: near the previous result, and exact at anchors. */
function boundsOf(
  graph: LetterGraph,
  {
    sentences,
    times,
    frames,
    band,
  }: {
    readonly sentences: readonly Sentence[];
    readonly times: readonly (Span | undefined)[];
    readonly frames: number;
    readonly band: number;
  },
): PathBounds {
  const points: [frame: number, state: number][] = [[0, 0]];
  for (const [index, span] of times.entries())
    if (span) {
      points.push([toFrame(span[0]), graph.firstLetters[index]!]);
      points.push([toFrame(span[1]), graph.lastLetters[index]!]);
    }
  points.push([frames - 1, graph.states - 1]);
  const centre = new Float64Array(frames);
  let point = 0;
  let highestSoFar = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    while (point < points.length - 2 && points[point + 1]![0] <= frame) point += 1;
    const [a, x] = points[point]!;
    const [b, y] = points[point + 1]!;
    const share = b > a ? Math.min(1, Math.max(0, (frame - a) / (b - a))) : 1;
    highestSoFar = Math.max(highestSoFar, x + (y - x) * share);
    centre[frame] = highestSoFar;
  }
  const low = new Int32Array(frames);
  const high = new Int32Array(frames).fill(graph.states - 1);
  for (const [index, { anchor }] of sentences.entries()) {
    if (!anchor) continue;
    const from = Math.max(0, toFrame(anchor[0]));
    const to = Math.min(frames, toFrame(anchor[1]));
    low.fill(graph.starts[index]!, from, frames);
    high.fill(graph.starts[index + 1]! - 1, 0, from);
    for (let frame = from; frame < to; frame += 1) high[frame] = graph.starts[index + 1]! - 1;
  }
  return { centre, low, high, band };
}

interface PassResult {
  readonly times: (Span | undefined)[];
  readonly lags: number[];
  readonly firstLags: number[];
  readonly explained: number;
  readonly foreign: Span[];
  readonly labels: Uint8Array;
}

function readPath(
  graph: LetterGraph,
  {
    models,
    path,
    sentences,
    isFinal,
  }: {
    readonly models: LetterModels;
    readonly path: Int32Array;
    readonly sentences: number;
    readonly isFinal: boolean;
  },
): PassResult {
  const starts = new Int32Array(sentences).fill(-1);
  const ends = new Int32Array(sentences).fill(-1);
  const sums = new Float64Array(sentences);
  const firstSums = new Float64Array(sentences);
  const counts = new Float64Array(sentences);
  let lags = 0;
  let gains = 0;
  let result = 0;
  const labels = new Uint8Array(path.length);
  const foreign: [number, number][] = [];
  for (const [frame, state] of path.entries()) {
    const audio = graph.classOf[state]!;
    labels[frame] = audio;
    if (graph.kindOf[state] === kinds.foreign) {
      const last = foreign.at(-1);
      if (last && frame / FRAMES_A_SECOND - last[1] < 1) last[1] = (frame + 1) / FRAMES_A_SECOND;
      else foreign.push([frame / FRAMES_A_SECOND, (frame + 1) / FRAMES_A_SECOND]);
    }
    if (graph.kindOf[state] !== kinds.letter) continue;
    const sentenceIndex = graph.sentenceByState[state]!;
    if (starts[sentenceIndex]! < 0) starts[sentenceIndex] = frame;
    ends[sentenceIndex] = frame + 1;
    if (!isFinal) continue;
    const lag = models.lag(frame, audio);
    sums[sentenceIndex] = sums[sentenceIndex]! + lag;
    if (counts[sentenceIndex]! < FIRST_FRAMES) firstSums[sentenceIndex] = firstSums[sentenceIndex]! + lag;
    counts[sentenceIndex] = counts[sentenceIndex]! + 1;
    lags += lag;
    gains += models.gain(frame);
    result += 1;
  }
  return {
    times: Array.from(starts, (start, index) =>
      start < 0 ? undefined : ([start / FRAMES_A_SECOND, ends[index]! / FRAMES_A_SECOND] as const),
    ),
    lags: Array.from(sums, (sum, index) => sum / Math.max(1, counts[index]!)),
    firstLags: Array.from(
      firstSums,
      (sum, index) => sum / Math.min(FIRST_FRAMES, Math.max(1, counts[index]!)),
    ),
    explained: (gains + lags) / Math.max(gains, result * LEAST_GAIN, 1),
    foreign: foreign.filter(([start, end]) => end - start > 0.3),
    labels,
  };
}

/** Returns the mean score of a path from a frame on. */
function meanFit(
  graph: LetterGraph,
  {
    models,
    path,
    first,
  }: { readonly models: LetterModels; readonly path: Int32Array; readonly first: number },
): number {
  const fits = new Float64Array(graph.parents.length);
  let sum = 0;
  for (let frame = first; frame < path.length; frame += 1) {
    models.score(frame, fits);
    sum += fits[graph.classOf[path[frame]!]!]!;
  }
  return sum / Math.max(1, path.length - first);
}

/** The progress of the search with one start. */
interface Attempt {
  readonly beginning: Beginning;
  readonly labels: Uint8Array;
  readonly times: readonly (Span | undefined)[];
  /** After a round: the times, the path and the models used. */
  readonly result?: PassResult & { readonly path: Int32Array; readonly models: LetterModels };
}

/** Finds sentences by the acoustic features of their letters. @param silences from the start of the features */
export function alignByLetters(
  sentences: readonly Sentence[],
  {
    beginnings,
    features,
    silences,
    language,
    progress,
  }: {
    readonly beginnings: readonly [Beginning, ...Beginning[]];
    readonly features: Features;
    readonly silences: readonly Span[];
    readonly language: string;
    readonly progress: (fraction: number) => void;
  },
): LetterAlignment {
  if (features.frames === 0 || sentences.length === 0)
    return { times: sentences.map(() => undefined), lags: [], firstLags: [], explained: 0, foreign: [] };
  const graph = createLetterGraph(sentences, language);
  const trials = beginnings.length > 1 ? TRIAL_ROUNDS : 0;
  // Every start is tried in the first round, and up to three continue to the choice.
  const steps = rounds.length + (trials > 0 ? beginnings.length - 1 + 2 * (trials - 1) : 0);
  const whole = sentences.reduce((sum, { weight }) => sum + weight, 0);
  let step = 0;
  const search = ({ beginning, labels, times }: Attempt, round: number): Attempt => {
    const { band, isFine } = rounds[round]!;
    const models = learnLetters(features, { labels, parents: graph.parents, isFine });
    const bounds = boundsOf(graph, { sentences, times, frames: features.frames, band });
    bounds.high.fill(OPENING_STATES - 1, 0, toFrame(beginning.from));
    const path = findPath(graph, { models, bounds, progress: (share) => progress((step + share) / steps) });
    step += 1;
    const result = readPath(graph, {
      models,
      path,
      sentences: sentences.length,
      isFinal: round === rounds.length - 1,
    });
    return { beginning, labels: result.labels, times: result.times, result: { ...result, path, models } };
  };
  const searchOn = (attempt: Attempt, from: number, to: number): Attempt => {
    let last = attempt;
    for (let round = from; round < to; round += 1) last = search(last, round);
    return last;
  };
  const fitOf = ({ beginning, times, result }: Attempt): number => {
    if (!result) return -Infinity;
    const lostWeight = sentences.reduce((sum, { weight }, index) => sum + (times[index] ? 0 : weight), 0);
    const fit = meanFit(graph, { models: result.models, path: result.path, first: toFrame(beginning.from) });
    return fit + beginning.bias - (LOST_TEXT * lostWeight) / whole;
  };
  const rankAttempts = (attempts: readonly Attempt[]): Attempt[] =>
    attempts
      .map((attempt) => ({ attempt, fit: fitOf(attempt) }))
      .toSorted((a, b) => b.fit - a.fit)
      .map(({ attempt }) => attempt);
  let attempts = beginnings.map(
    (startState): Attempt => ({
      beginning: startState,
      times: startState.times,
      labels: firstLabels(graph, { times: startState.times, frames: features.frames, silences }),
    }),
  );
  if (trials > 0) {
    const most = Math.max(...beginnings.map(({ bias }) => bias));
    attempts = rankAttempts(attempts.map((attempt) => searchOn(attempt, 0, 1))).filter(
      ({ beginning: { from, bias } }, rank) => rank === 0 || from === 0 || bias === most,
    );
    attempts = rankAttempts(attempts.map((attempt) => searchOn(attempt, 1, trials)));
  }
  const { result } = searchOn(attempts[0]!, trials, rounds.length);
  return result ?? { times: beginnings[0].times, lags: [], firstLags: [], explained: 0, foreign: [] };
}
