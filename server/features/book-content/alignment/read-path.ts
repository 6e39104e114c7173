import { FRAMES_A_SECOND } from './features.ts';
import { type LetterGraph, kinds } from './letter-graph.ts';
import type { LetterScorer } from './letter-models.ts';
import type { Span } from './pauses.ts';

/** Frames of letters at the start of a sentence: most of a second. */
const FIRST_FRAMES = 40;
/** Letters are not learned below this mean gain per frame, because too little was recognised. */
const LEAST_GAIN = 1;

/** The sentences by the most likely states of the frames. */
export interface PathResult {
  /** Seconds from the start of the features; undefined for a sentence that was not found. */
  readonly times: readonly (Span | undefined)[];
  /** Mean distance of its letters from the best ones; 0 or less. */
  readonly lags: readonly number[];
  /** The same for its start alone. */
  readonly firstLags: readonly number[];
  /** After the last search: the advantage of its start over the best alternative. */
  readonly advantages?: readonly number[];
  /** Share of the speech that the text explains: at most 1, and low when the speech is another text. */
  readonly explained: number;
  /** Speech that belongs to no sentence. */
  readonly foreign: readonly Span[];
  /** By frame: its class. */
  readonly labels: Uint8Array;
}

/** Returns the sentences of a path. @param isFinal true when the distances are needed */
export function readPath(
  graph: LetterGraph,
  {
    scorer,
    path,
    sentences,
    isFinal,
  }: {
    readonly scorer: LetterScorer;
    readonly path: Int32Array;
    readonly sentences: number;
    readonly isFinal: boolean;
  },
): PathResult {
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
    const lag = scorer.lag(frame, audio);
    sums[sentenceIndex] = sums[sentenceIndex]! + lag;
    if (counts[sentenceIndex]! < FIRST_FRAMES) firstSums[sentenceIndex] = firstSums[sentenceIndex]! + lag;
    counts[sentenceIndex] = counts[sentenceIndex]! + 1;
    lags += lag;
    gains += scorer.gain(frame);
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

/**
 * Returns the mean distance of the classes of a path from the best class of each frame. Speech that is missing in the text has a fixed
 * distance.
 * @param opening the frames before the text, and the lowest distance of each
 */
export function meanLag(
  graph: LetterGraph,
  {
    scorer,
    path,
    opening = { frames: 0, least: 0 },
  }: {
    readonly scorer: LetterScorer;
    readonly path: Int32Array;
    readonly opening?: { readonly frames: number; readonly least: number };
  },
): number {
  let sum = 0;
  for (const [frame, state] of path.entries()) {
    const lag = scorer.lag(frame, graph.classOf[state]!);
    sum += frame < opening.frames ? Math.max(opening.least, lag) : lag;
  }
  return sum / Math.max(1, path.length);
}
