import { SILENCE } from './letter-classes.ts';
import type { LetterGraph } from './letter-graph.ts';
import type { LetterScorer } from './letter-models.ts';
import { FROM_PAUSE, type Transitions, enters, transitionsOf } from './transitions.ts';

/** Frames searched before their path is fixed, and the number of frames searched beyond them. */
const BLOCK = 30_000;
const AHEAD = 3_000;

/* Logarithms of transition probabilities between states. */
const MISS_LETTER = -4.5;
const PAST_GAP = -0.5;
const WITHOUT_PAUSE = -3.2;
const JUMP_SENTENCE = -25;
/** The same for each further sentence of a run that is not spoken. */
const JUMP_MORE = -4;

/** Most states that a move within and between sentences passes. */
const MAX_STEP = 4;
/** A move over sentences is stored as this number and the number of sentences. */
const JUMPED = 4;
const MAX_JUMP = 250;

/** The range of states searched in each frame. */
export interface PathBounds {
  /** The expected state of each frame, ascending. */
  readonly centre: Float64Array;
  /** The lowest and highest possible state of each frame, where known. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Maximum number of states searched in one frame. */
  readonly band: number;
  /** States with a score this far below the best one of a frame are not searched further. */
  readonly beam: number;
}

/** The moves into the searched states of each frame. */
function createMoveTable(frames: number) {
  let moves = new Uint8Array(frames * 256);
  const firsts = new Int32Array(frames);
  const offsets = new Float64Array(frames);
  let length = 0;
  return {
    /** Starts a row, and returns where the move of a state is stored: this number plus the state. */
    open(frame: number, first: number, most: number): number {
      if (length + most > moves.length) {
        const larger = new Uint8Array(Math.max(length + most, moves.length * 2));
        larger.set(moves);
        moves = larger;
      }
      firsts[frame] = first;
      offsets[frame] = length;
      return length - first;
    },
    close(count: number): void {
      length += count;
    },
    moves: () => moves,
    moveInto: (frame: number, state: number): number =>
      moves[Math.max(0, offsets[frame]! + state - firsts[frame]!)]!,
  };
}

interface Block {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly isLast: boolean;
}

function decode(
  graph: LetterGraph,
  {
    transitions: { ways, steps },
    scorer,
    bounds: { centre, low, high, band, beam },
    block: { from, to, start: blockStart, isLast },
  }: {
    readonly transitions: Transitions;
    readonly scorer: LetterScorer;
    readonly bounds: PathBounds;
    readonly block: Block;
  },
): Int32Array {
  const { states, stayScores, classOf, sentenceByState, starts } = graph;
  const { fits } = scorer;
  const width = Math.min(states, band);
  const frames = to - from;
  const table = createMoveTable(frames);
  let before = new Float64Array(states + 4).fill(-Infinity);
  let now = new Float64Array(states + 4).fill(-Infinity);
  before[blockStart] = 0;
  /** The range of states with a score in the last frame. */
  let lowest = blockStart;
  let highest = blockStart;
  let offset = Math.max(0, Math.min(states - width, Math.round(blockStart - width / 2)));
  let lastBest = 0;
  let lastBestState = blockStart;
  for (let frame = from; frame < to; frame += 1) {
    scorer.moveTo(frame);
    const firstState = Math.max(0, Math.min(states - width, Math.round((centre[frame] ?? 0) - width / 2)));
    // The band follows the text, and stays inside the computed states.
    offset = Math.min(Math.max(firstState, offset), highest, states - width);
    const limit = Math.min(offset + width, high[frame]! + 1);
    const first = Math.max(offset, low[frame]!, lowest);
    const reach = Math.min(limit, highest + 5);
    const row = table.open(frame - from, first, Math.max(0, limit - first));
    const moves = table.moves();
    let jump = -Infinity;
    let jumpSentence = -1;
    let previous = first > 0 ? before[first - 1]! : -Infinity;
    const isBestSearched = lastBestState >= first && lastBestState < reach;
    const threshold = isBestSearched ? lastBest - beam : -Infinity;
    let best = -Infinity;
    let bestState = first;
    /** States without a score, in sequence up to the present one. */
    let deadStates = 0;
    let state = first;
    for (; state < reach; state += 1) {
      const here = before[state]!;
      const way = ways[state]!;
      deadStates = here === -Infinity ? deadStates + 1 : 0;
      if (deadStates > MAX_STEP && way !== enters.overSentence) {
        now[state] = -Infinity;
        previous = here;
        continue;
      }
      let score = here + stayScores[state]!;
      let move = 0;
      const step = previous + steps[state]!;
      if (step > score) {
        score = step;
        move = 1;
      }
      if (way === enters.overLetter) {
        const skip = before[state - 2]! + MISS_LETTER;
        if (skip > score) {
          score = skip;
          move = 2;
        }
      } else if (way === enters.overGap) {
        const skip = before[state - 2]! + PAST_GAP;
        if (skip > score) {
          score = skip;
          move = 2;
        }
      } else if (way === enters.sentence) {
        const open = before[state - 3]! + FROM_PAUSE;
        if (open > score) {
          score = open;
          move = 3;
        }
        const joinedScore = state > 3 ? before[state - 4]! + WITHOUT_PAUSE : -Infinity;
        if (joinedScore > score) {
          score = joinedScore;
          move = 4;
        }
      } else if (way === enters.overSentence) {
        const sentence = sentenceByState[state]!;
        if (jump + JUMP_SENTENCE > score && sentence - jumpSentence <= MAX_JUMP) {
          score = jump + JUMP_SENTENCE;
          move = JUMPED + sentence - jumpSentence;
        }
        jump += JUMP_MORE;
        if (here > jump) {
          jump = here;
          jumpSentence = sentence;
        }
      }
      moves[row + state] = move;
      previous = here;
      if (score < threshold) {
        now[state] = -Infinity;
        continue;
      }
      const audio = classOf[state]!;
      let fit = fits[audio]!;
      // It is not a number.
      if (fit !== fit) fit = scorer.compute(audio);
      score += fit;
      now[state] = score;
      if (score > best) {
        best = score;
        bestState = state;
      }
    }
    // Later sentences are reached only over the sentences before them.
    for (
      let sentence = state > first ? sentenceByState[state - 1]! + 1 : starts.length;
      sentence < starts.length && sentence - jumpSentence <= MAX_JUMP && starts[sentence]! < limit;
      sentence += 1
    ) {
      const score = jump + JUMP_SENTENCE;
      if (score < threshold || score === -Infinity) break;
      const start = starts[sentence]!;
      now.fill(-Infinity, state, start);
      now[start] = score + fits[SILENCE]!;
      if (now[start] > best) {
        best = now[start];
        bestState = start;
      }
      moves[row + start] = JUMPED + sentence - jumpSentence;
      state = start + 1;
      jump += JUMP_MORE;
    }
    table.close(Math.max(0, state - first));
    before.fill(-Infinity, lowest, highest + 1);
    [before, now] = [now, before];
    lowest = first;
    highest = Math.max(first, state - 1);
    while (lowest < highest && before[lowest]! < best - beam) {
      before[lowest] = -Infinity;
      lowest += 1;
    }
    while (highest > lowest && before[highest]! < best - beam) {
      before[highest] = -Infinity;
      highest -= 1;
    }
    lastBest = best;
    lastBestState = bestState;
  }
  let state = lowest;
  if (isLast) {
    state = states - 1;
    const last = starts.length - 2;
    for (const candidate of [states - 2, states - 3, last >= 0 ? graph.lastLetters[last]! : states - 3])
      if (before[candidate]! > before[state]!) state = candidate;
  }
  if (before[state] === -Infinity || !isLast)
    for (let other = lowest; other <= highest; other += 1) if (before[other]! > before[state]!) state = other;
  const path = new Int32Array(frames);
  for (let frame = frames - 1; frame >= 0; frame -= 1) {
    path[frame] = state;
    const move = table.moveInto(frame, state);
    if (move > JUMPED) state = starts[sentenceByState[state]! - (move - JUMPED)] ?? 0;
    else state -= move;
    if (state < 0) state = 0;
  }
  return path;
}

/** Returns the most likely state of each frame. Memory does not grow with the audio, because it is searched in blocks. */
export function findPath(
  graph: LetterGraph,
  {
    scorer,
    bounds,
    isOpen = false,
    progress,
  }: {
    readonly scorer: LetterScorer;
    readonly bounds: PathBounds;
    /** True when the text does not end with the audio. */
    readonly isOpen?: boolean;
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
    const statePath = decode(graph, {
      transitions,
      scorer,
      bounds,
      block: { from, to, start, isLast: isLast && !isOpen },
    });
    const until = isLast ? frames : settledFrame;
    path.set(statePath.subarray(0, until - from), from);
    start = path[until - 1] ?? start;
    from = until;
    progress(from / frames);
  }
  return path;
}
