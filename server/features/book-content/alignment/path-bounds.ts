import { FRAMES_A_SECOND } from './features.ts';
import type { PathBounds } from './find-path.ts';
import { FOREIGN, SILENCE } from './letter-classes.ts';
import type { LetterGraph } from './letter-graph.ts';
import type { Span } from './pauses.ts';
import type { Sentence } from './sentences.ts';

const toFrame = (seconds: number): number => Math.round(seconds * FRAMES_A_SECOND);

/** Returns the first label of each frame: the letters of a sentence are distributed evenly over its time. */
export function firstLabels(
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

/** Seconds. Shorter pauses can be parts of letters, and the edges of longer ones too. */
const LEAST_PAUSE = 0.25;
const PAUSE_EDGE = 0.06;

/** Returns 1 for each frame inside a pause. */
export function silentFramesOf(silences: readonly Span[], frames: number): Uint8Array {
  const silentFrames = new Uint8Array(frames);
  for (const [start, end] of silences)
    if (end - start >= LEAST_PAUSE)
      silentFrames.fill(1, Math.max(0, toFrame(start + PAUSE_EDGE)), Math.max(0, toFrame(end - PAUSE_EDGE)));
  return silentFrames;
}

/** States before the first letter. */
const OPENING_STATES = 3;

/**
 * Returns the bounds of the search: near the previous result, and exact at anchors.
 * @param from seconds before which there is no sentence
 */
export function boundsOf(
  graph: LetterGraph,
  {
    sentences,
    times,
    frames,
    from,
    band,
    beam,
  }: {
    readonly sentences: readonly Sentence[];
    readonly times: readonly (Span | undefined)[];
    readonly frames: number;
    readonly from: number;
    readonly band: number;
    readonly beam: number;
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
    const first = Math.max(0, toFrame(anchor[0]));
    const to = Math.min(frames, toFrame(anchor[1]));
    low.fill(graph.starts[index]!, first, frames);
    high.fill(graph.starts[index + 1]! - 1, 0, first);
    for (let frame = first; frame < to; frame += 1) high[frame] = graph.starts[index + 1]! - 1;
  }
  high.fill(OPENING_STATES - 1, 0, toFrame(from));
  // An anchor may require a path that is far from the best one before it.
  return { centre, low, high, band, beam: sentences.some(({ anchor }) => anchor) ? Infinity : beam };
}
