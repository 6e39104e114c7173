import type { LetterGraph } from './letter-graph.ts';
import type { LetterScorer } from './letter-models.ts';
import { type MoveTable, createMoveTable } from './move-table.ts';
import { type FrameSearch, JUMPED, type Tables, searchFrame } from './search-frame.ts';
import { transitionsOf } from './transitions.ts';

/** Frames searched before their path is fixed, and the number of frames searched beyond them. */
const BLOCK = 30_000;
const AHEAD = 3_000;

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

interface Block {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly isLast: boolean;
}

/** Returns the most likely state of the last frame. Audio that ends with its text ends in one of the last states. */
function lastStateOf(
  { states, starts, lastLetters }: LetterGraph,
  scores: Float64Array,
  {
    lowest,
    highest,
    isLast,
  }: { readonly lowest: number; readonly highest: number; readonly isLast: boolean },
): number {
  let state = lowest;
  if (isLast) {
    state = states - 1;
    const last = starts.length - 2;
    for (const candidate of [states - 2, states - 3, last >= 0 ? lastLetters[last]! : states - 3])
      if (scores[candidate]! > scores[state]!) state = candidate;
  }
  if (scores[state] === -Infinity || !isLast)
    for (let other = lowest; other <= highest; other += 1) if (scores[other]! > scores[state]!) state = other;
  return state;
}

/** Returns the states of all frames from that of the last one. */
function pathOf(
  { starts, sentenceByState }: LetterGraph,
  table: MoveTable,
  { frames, state: last }: { readonly frames: number; readonly state: number },
): Int32Array {
  const path = new Int32Array(frames);
  let state = last;
  for (let frame = frames - 1; frame >= 0; frame -= 1) {
    path[frame] = state;
    const move = table.moveInto(frame, state);
    if (move > JUMPED) state = starts[sentenceByState[state]! - (move - JUMPED)] ?? 0;
    else state -= move;
    if (state < 0) state = 0;
  }
  return path;
}

/** The scores of this thread, which each search uses again: the search of alternatives would leave much memory to collect. */
const buffers: Float64Array[] = [];

/** Returns a buffer for the scores of states, without scores. */
function scoresIn(buffer: number, states: number): Float64Array {
  if ((buffers[buffer]?.length ?? 0) < states + 4) buffers[buffer] = new Float64Array(states + 4);
  return buffers[buffer]!.fill(-Infinity);
}

/** Searches a block of frames. Returns the moves, and the scores of the last frame with the range of states that have one. */
function searchBlock(
  tables: Tables,
  { centre, low, high, band, beam }: PathBounds,
  { from, to, start: blockStart }: Pick<Block, 'from' | 'to' | 'start'>,
) {
  const {
    graph: { states },
    scorer,
  } = tables;
  const width = Math.min(states, band);
  const frames = to - from;
  const table = createMoveTable(frames);
  const search: FrameSearch = {
    before: scoresIn(0, states),
    now: scoresIn(1, states),
    moves: new Uint8Array(),
    row: 0,
    first: 0,
    reach: 0,
    limit: 0,
    threshold: -Infinity,
    best: 0,
    bestState: blockStart,
    end: 0,
  };
  search.before[blockStart] = 0;
  /** The range of states with a score in the last frame. */
  let lowest = blockStart;
  let highest = blockStart;
  let offset = Math.max(0, Math.min(states - width, Math.round(blockStart - width / 2)));
  for (let frame = from; frame < to; frame += 1) {
    scorer.moveTo(frame);
    const firstState = Math.max(0, Math.min(states - width, Math.round((centre[frame] ?? 0) - width / 2)));
    // The band follows the text, and stays inside the computed states.
    offset = Math.min(Math.max(firstState, offset), highest, states - width);
    const limit = Math.min(offset + width, high[frame]! + 1);
    const first = Math.max(offset, low[frame]!, lowest);
    const reach = Math.min(limit, highest + 5);
    search.row = table.open(frame - from, first, Math.max(0, limit - first));
    search.moves = table.moves();
    const isBestSearched = search.bestState >= first && search.bestState < reach;
    search.threshold = isBestSearched ? search.best - beam : -Infinity;
    search.first = first;
    search.reach = reach;
    search.limit = limit;
    searchFrame(tables, search);
    table.close(Math.max(0, search.end - first));
    const { before: used, now: scores, best } = search;
    used.fill(-Infinity, lowest, highest + 1);
    search.before = scores;
    search.now = used;
    lowest = first;
    highest = Math.max(first, search.end - 1);
    while (lowest < highest && scores[lowest]! < best - beam) {
      scores[lowest] = -Infinity;
      lowest += 1;
    }
    while (highest > lowest && scores[highest]! < best - beam) {
      scores[highest] = -Infinity;
      highest -= 1;
    }
  }
  return { table, scores: search.before, lowest, highest };
}

/** Returns the states of a block of frames. */
function blockPath(tables: Tables, bounds: PathBounds, block: Block): Int32Array {
  const { graph } = tables;
  const { table, scores, lowest, highest } = searchBlock(tables, bounds, block);
  return pathOf(graph, table, {
    frames: block.to - block.from,
    state: lastStateOf(graph, scores, { lowest, highest, isLast: block.isLast }),
  });
}

/** Returns the score of the best path from a state before the first frame to one in the last frame. */
export const scoreOf = (
  tables: Tables,
  bounds: PathBounds,
  {
    from,
    to,
    start,
    end,
  }: { readonly from: number; readonly to: number; readonly start: number; readonly end: number },
): number => searchBlock(tables, bounds, { from, to, start }).scores[end] ?? -Infinity;

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
  const tables: Tables = { graph, transitions: transitionsOf(graph), scorer };
  let start = 0;
  for (let from = 0; from < frames; ) {
    const settledFrame = Math.min(frames, from + BLOCK);
    const to = Math.min(frames, settledFrame + AHEAD);
    const isLast = to === frames;
    const statePath = blockPath(tables, bounds, { from, to, start, isLast: isLast && !isOpen });
    const until = isLast ? frames : settledFrame;
    path.set(statePath.subarray(0, until - from), from);
    start = path[until - 1] ?? start;
    from = until;
    progress(from / frames);
  }
  return path;
}
