import { FRAMES_A_SECOND } from './features.ts';
import { type PathBounds, scoreOf } from './find-path.ts';
import { type Tables, moveScoreOf } from './search-frame.ts';

/*
 * The advantage of the path over its best alternative. The alternative starts a sentence more than half a second earlier or later, and
 * joins the path a few seconds before and after.
 */

const WINDOW = 2.5 * FRAMES_A_SECOND;
const APART = FRAMES_A_SECOND / 2;
/** The states of a window are near the path. */
const BAND = 240;
const BEAM = 80;
/** Larger advantages give no more evidence. */
export const MAX_ADVANTAGE = 40;

/** Returns the score of a part of the path. */
function pathScore(
  tables: Tables,
  path: Int32Array,
  { from, to, start }: { readonly from: number; readonly to: number; readonly start: number },
): number {
  let sum = 0;
  let last = start;
  for (let frame = from; frame < to; frame += 1) {
    tables.scorer.moveTo(frame);
    sum += moveScoreOf(tables, last, path[frame]!);
    last = path[frame]!;
  }
  return sum;
}

/** Returns the advantage of the path at the start of some sentences; the largest advantage for others. */
export function advantagesOf(
  tables: Tables,
  {
    path,
    bounds,
    starts,
    isSearched,
  }: {
    readonly path: Int32Array;
    readonly bounds: PathBounds;
    /** By sentence: the frame of its first letter; negative when it was not found. */
    readonly starts: readonly number[];
    readonly isSearched: (sentence: number) => boolean;
  },
): number[] {
  const { centre, low, high } = bounds;
  return starts.map((start, sentence) => {
    if (start < 0 || !isSearched(sentence)) return MAX_ADVANTAGE;
    const from = Math.max(0, start - WINDOW);
    const to = Math.min(path.length, start + WINDOW);
    const window = { from, to, start: from === 0 ? 0 : path[from - 1]!, end: path[to - 1]! };
    const first = tables.graph.firstLetters[sentence]!;
    centre.set(path.subarray(from, to), from);
    const score = () => scoreOf(tables, { ...bounds, band: BAND, beam: BEAM }, window);
    // The bounds of the window change in place, since those of a long chapter take much memory.
    const [lowest, highest] = [low.slice(from, to), high.slice(from, to)];
    for (let frame = Math.max(from, start - APART); frame < to; frame += 1)
      low[frame] = Math.max(low[frame]!, first);
    const earlier = start - APART > from ? score() : -Infinity;
    low.set(lowest, from);
    for (let frame = from; frame < Math.min(to, start + APART); frame += 1)
      high[frame] = Math.min(high[frame]!, first - 1);
    const later = start + APART < to ? score() : -Infinity;
    high.set(highest, from);
    const advantage = pathScore(tables, path, window) - Math.max(earlier, later);
    return Number.isNaN(advantage) ? MAX_ADVANTAGE : Math.min(MAX_ADVANTAGE, Math.max(0, advantage));
  });
}
