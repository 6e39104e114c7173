import { type LetterGraph, kinds } from './letter-graph.ts';
import type { LetterModels } from './letter-models.ts';

/** Frames searched before their path is fixed, and the number of frames searched beyond them. */
const BLOCK = 30_000;
const AHEAD = 3_000;

/* Logarithms of transition probabilities between states. */
const NEXT_LETTER = -1.2;
const MISS_LETTER = -4.5;
const INTO_GAP = -0.9;
const PAST_GAP = -0.5;
const FROM_PAUSE = -0.5;
const WITHOUT_PAUSE = -3.2;
const JUMP_SENTENCE = -25;
const INTO_FOREIGN = -14;
const OUT_OF_FOREIGN = -2.8;

const JUMPED = 5;

/** The range of states searched in each frame. */
export interface PathBounds {
  /** The expected state of each frame, ascending. */
  readonly centre: Float64Array;
  /** The lowest and highest possible state of each frame, where known. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Number of states searched in one frame. */
  readonly band: number;
}

/** Ways to enter a state, other than from itself and from the previous one. */
const enters = { nothing: 0, overLetter: 1, overGap: 2, sentence: 3, overSentence: 4 } as const;

/** Values of every state, computed once. */
interface Transitions {
  readonly ways: Uint8Array;
  /** Log probability of the transition from the previous state. */
  readonly steps: Float64Array;
}

function transitionsOf({ states, kindOf, sentenceByState }: LetterGraph): Transitions {
  const ways = new Uint8Array(states);
  const steps = new Float64Array(states).fill(NEXT_LETTER);
  for (let state = 1; state < states; state += 1) {
    const kind = kindOf[state]!;
    const last = kindOf[state - 1]!;
    if (kind === kinds.letter) {
      if (last === kinds.pause) ways[state] = enters.sentence;
      else if (state > 1 && kindOf[state - 2] === kinds.letter)
        ways[state] = last === kinds.gap ? enters.overGap : enters.overLetter;
    } else if (kind === kinds.gap) steps[state] = INTO_GAP;
    else if (kind === kinds.before) {
      steps[state] = FROM_PAUSE;
      if (sentenceByState[state]! > 0) ways[state] = enters.overSentence;
    } else steps[state] = kind === kinds.foreign ? INTO_FOREIGN : OUT_OF_FOREIGN;
  }
  return { ways, steps };
}

function decode(
  graph: LetterGraph,
  {
    transitions: { ways, steps },
    models,
    bounds: { centre, low, high, band },
    block,
  }: {
    readonly transitions: Transitions;
    readonly models: LetterModels;
    readonly bounds: PathBounds;
    readonly block: {
      readonly from: number;
      readonly to: number;
      readonly start: number;
      readonly isLast: boolean;
    };
  },
): Int32Array {
  const { states, stays, classOf, sentenceByState, starts } = graph;
  const { from, to } = block;
  const width = Math.min(states, band);
  const frames = to - from;
  const moves = new Uint8Array(frames * width);
  const offsets = new Int32Array(frames);
  const fits = new Float64Array(graph.parents.length);
  let before = new Float64Array(states + 4).fill(-Infinity);
  let now = new Float64Array(states + 4).fill(-Infinity);
  before[block.start] = 0;
  let offset = Math.max(0, Math.min(states - width, Math.round(block.start - width / 2)));
  let lastOffset = offset;
  for (let frame = from; frame < to; frame += 1) {
    models.score(frame, fits);
    const firstState = Math.max(0, Math.min(states - width, Math.round((centre[frame] ?? 0) - width / 2)));
    lastOffset = offset;
    // The band follows the text, and stays inside the computed states.
    offset = Math.min(Math.max(firstState, offset), lastOffset + width - 1, states - width);
    offsets[frame - from] = offset;
    const end = offset + width;
    const lowest = low[frame]!;
    const highest = high[frame]!;
    const first = Math.max(offset, lowest);
    const behind = Math.max(first, Math.min(end, highest + 1));
    now.fill(-Infinity, offset, first);
    now.fill(-Infinity, behind, end);
    const row = (frame - from) * width - offset;
    let previous = first > 0 ? before[first - 1]! : -Infinity;
    for (let state = first; state < behind; state += 1) {
      const here = before[state]!;
      let best = here + stays[state]!;
      let move = 0;
      const way = ways[state]!;
      const step = previous + steps[state]!;
      if (step > best) {
        best = step;
        move = 1;
      }
      if (way === enters.overLetter) {
        const skip = before[state - 2]! + MISS_LETTER;
        if (skip > best) {
          best = skip;
          move = 2;
        }
      } else if (way === enters.overGap) {
        const skip = before[state - 2]! + PAST_GAP;
        if (skip > best) {
          best = skip;
          move = 2;
        }
      } else if (way === enters.sentence) {
        const open = before[state - 3]! + FROM_PAUSE;
        if (open > best) {
          best = open;
          move = 3;
        }
        const joinedScore = state > 3 ? before[state - 4]! + WITHOUT_PAUSE : -Infinity;
        if (joinedScore > best) {
          best = joinedScore;
          move = 4;
        }
      } else if (way === enters.overSentence) {
        const jump = before[starts[sentenceByState[state]! - 1]!]! + JUMP_SENTENCE;
        if (jump > best) {
          best = jump;
          move = JUMPED;
        }
      }
      now[state] = best + fits[classOf[state]!]!;
      moves[row + state] = move;
      previous = here;
    }
    for (let state = lastOffset; state < offset; state += 1) before[state] = -Infinity;
    for (let state = Math.max(offset, lastOffset); state < end; state += 1) before[state] = -Infinity;
    [before, now] = [now, before];
  }
  let state = offset;
  if (block.isLast) {
    state = states - 1;
    const last = starts.length - 2;
    for (const candidate of [states - 2, states - 3, last >= 0 ? graph.lastLetters[last]! : states - 3])
      if (before[candidate]! > before[state]!) state = candidate;
  }
  if (before[state] === -Infinity || !block.isLast)
    for (let other = offset; other < offset + width; other += 1)
      if (before[other]! > before[state]!) state = other;
  const path = new Int32Array(frames);
  for (let frame = frames - 1; frame >= 0; frame -= 1) {
    path[frame] = state;
    const move = moves[frame * width + state - offsets[frame]!]!;
    if (move === JUMPED) state = starts[sentenceByState[state]! - 1]!;
    else state -= move;
    if (state < 0) state = 0;
  }
  return path;
}

/** Returns the most likely state of each frame. Memory does not grow with the audio, because it is searched in blocks. */
export function findPath(
  graph: LetterGraph,
  {
    models,
    bounds,
    progress,
  }: {
    readonly models: LetterModels;
    readonly bounds: PathBounds;
    readonly progress: (fraction: number) => void;
  },
): Int32Array {
  const frames = bounds.centre.length;
  const path = new Int32Array(frames);
  const transitions = transitionsOf(graph);
  let start = 0;
  for (let from = 0; from < frames; ) {
    const settledFrame = Math.min(frames, from + BLOCK);
    const to = Math.min(frames, settledFrame + AHEAD);
    const isLast = to === frames;
    const statePath = decode(graph, { transitions, models, bounds, block: { from, to, start, isLast } });
    const until = isLast ? frames : settledFrame;
    path.set(statePath.subarray(0, until - from), from);
    start = path[until - 1] ?? start;
    from = until;
    progress(from / frames);
  }
  return path;
}
