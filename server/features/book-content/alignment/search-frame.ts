import { SILENCE } from './letter-classes.ts';
import type { LetterGraph } from './letter-graph.ts';
import type { LetterScorer } from './letter-models.ts';
import { FROM_PAUSE, type Transitions, entries } from './transitions.ts';

/* Logarithms of transition probabilities between states. */
const WITHOUT_PAUSE = -3.2;
const JUMP_SENTENCE = -25;
/** The same for each further sentence of a run that is not spoken. */
const JUMP_MORE = -4;

/** Most states that a move within and between sentences passes. */
const MAX_STEP = 4;
/** A move over sentences is stored as this number and the number of sentences. */
export const JUMPED = 4;
const MAX_JUMP = 250;

/** One frame of the search. The loop over its states is a function of its own, so the engine compiles it as a whole. */
export interface FrameSearch {
  /** By state: its score in the last frame and in this one. */
  before: Float64Array;
  now: Float64Array;
  moves: Uint8Array;
  /** The move of a state is at this number plus the state. */
  row: number;
  /** The states to search: from `first`, up to and without `reach`, and sentence starts up to `limit`. */
  first: number;
  reach: number;
  limit: number;
  threshold: number;
  best: number;
  bestState: number;
  /** The state after the last one that has a score. */
  end: number;
}

/** The values that the search of a frame reads. */
export interface Tables {
  readonly graph: LetterGraph;
  readonly transitions: Transitions;
  readonly scorer: LetterScorer;
}

/** Returns the score of a move to a state of the present frame, and of that state. */
export function moveScoreOf(
  { graph: { stayScores, classOf, sentenceByState }, transitions: { entryOf, steps, skips }, scorer }: Tables,
  from: number,
  to: number,
): number {
  const isFirstLetter = entryOf[to] === entries.sentence;
  const scores = [
    stayScores[to]!,
    steps[to]!,
    skips[to]!,
    isFirstLetter ? FROM_PAUSE : -Infinity,
    isFirstLetter ? WITHOUT_PAUSE : -Infinity,
  ];
  const jumps = sentenceByState[to]! - sentenceByState[from]!;
  const isJump = entryOf[to] === entries.overSentence && jumps > 0;
  const jumpScore = isJump ? JUMP_SENTENCE + JUMP_MORE * (jumps - 1) : -Infinity;
  const audio = classOf[to]!;
  const fit = scorer.fits[audio]!;
  // It is not a number when it is not computed yet.
  const own = Number.isNaN(fit) ? scorer.compute(audio) : fit;
  return own + Math.max(scores[to - from] ?? -Infinity, jumpScore);
}

/** Computes the scores of the states in the present frame, and the moves into them. */
export function searchFrame(
  { graph, transitions: { entryOf, steps, skips }, scorer }: Tables,
  search: FrameSearch,
): void {
  const { stayScores, classOf, sentenceByState, starts } = graph;
  const { fits } = scorer;
  const { before, now, moves, row, first, reach, limit, threshold } = search;
  let jump = -Infinity;
  let jumpSentence = -1;
  let best = -Infinity;
  let bestState = first;
  /** States without a score, in sequence up to the present one. */
  let deadStates = 0;
  let previous = first > 0 ? before[first - 1]! : -Infinity;
  let secondPrevious = first > 1 ? before[first - 2]! : -Infinity;
  let state = first;
  for (; state < reach; state += 1) {
    const here = before[state]!;
    const entry = entryOf[state]!;
    deadStates = here === -Infinity ? deadStates + 1 : 0;
    if (deadStates > MAX_STEP && entry !== entries.overSentence) {
      now[state] = -Infinity;
      secondPrevious = previous;
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
    const skip = secondPrevious + skips[state]!;
    if (skip > score) {
      score = skip;
      move = 2;
    }
    if (entry === entries.sentence) {
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
    } else if (entry === entries.overSentence) {
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
    secondPrevious = previous;
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
  search.best = best;
  search.bestState = bestState;
  search.end = state;
}
