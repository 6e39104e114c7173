import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { type TitleKey, titleMarks } from './chapter-titles.ts';

/** Number of items of each list in one pair. */
export interface Move {
  readonly texts: number;
  readonly audios: 0 | 1 | 2;
  readonly cost: number;
}

export interface Step {
  readonly i: number;
  readonly j: number;
  readonly move: Move;
}

interface WeightedItem {
  /** Characters of a text, seconds of audio. */
  readonly weight: number;
  readonly title: TitleKey | undefined;
}

const ALONE_COST = 4;
/* Costs are logarithms of odds: one text to one audio chapter is usual, everything else is rarer. */
const MOVES: readonly Move[] = [
  // First, because it stays in the row, and the other moves start from the updated cells.
  { texts: 0, audios: 1, cost: ALONE_COST },
  { texts: 1, audios: 1, cost: 0 },
  { texts: 1, audios: 2, cost: 3 },
  { texts: 2, audios: 1, cost: 3 },
  { texts: 1, audios: 0, cost: ALONE_COST },
];
/** More texts than this in one audio file are rare where there are several files. */
const MAX_TEXTS_OF_ONE = 12;
const MORE_TEXTS_COST = 0.5;

/** Returns the possible moves. With more texts than audio files, one audio file may contain many texts. */
function movesFor(rows: number, columns: number): readonly Move[] {
  if (rows <= columns) return MOVES;
  const most = Math.min(MAX_TEXTS_OF_ONE, Math.ceil(rows / columns) + 2);
  const more = Array.from({ length: Math.max(0, most - 2) }, (_, index): Move => {
    const texts = index + 3;
    return { texts, audios: 1, cost: 3 + MORE_TEXTS_COST * (texts - 2) };
  });
  return [...MOVES, ...more];
}

/** Standard deviation of the logarithm of audio duration by text length. One narrator reads at nearly the same rate in all chapters. */
export const SPREAD = 0.25;
const LENGTH_FACTOR = 1 / (2 * SPREAD * SPREAD);
const MAX_LENGTH_COST = 12;
const TITLE_BONUS = 5;
/** Seconds of an opening or closing announcement, which has no text. */
const SHORT_AUDIO = 90;
export const SHORT_TEXT = 900;
const SHORT_COST = 1.5;
/** Larger tables are computed near the diagonal only. */
const MAX_CELLS = 400_000;
/** Cells computed before control returns to the event loop, which takes some milliseconds. */
const CELLS_PER_CHUNK = 50_000;
const MIN_BAND = 20;

/** Returns the logarithm of the weight of `count` neighbours from each position on. */
const logsOf = (side: readonly WeightedItem[], count: number, least: number): Float64Array =>
  Float64Array.from(side, (_, index) => {
    let weight = 0;
    for (let next = index; next < index + count; next += 1) weight += side[next]?.weight ?? 0;
    return Math.log(Math.max(weight, least));
  });

const aloneCosts = (side: readonly WeightedItem[], short: number): Float64Array =>
  Float64Array.from(side, ({ weight }) => (weight < short ? SHORT_COST : ALONE_COST));

/** Returns the bonus of a pair with equal titles, as numbers: comparing strings in every cell of the table is slow. */
function titleBonuses(texts: readonly WeightedItem[], audios: readonly WeightedItem[]) {
  const ids = new Map<string, number>();
  const idsOf = (side: readonly WeightedItem[], which: number): Int32Array =>
    Int32Array.from(side, ({ title }) => {
      const mark = title && titleMarks(title)[which];
      if (!mark) return 0;
      const key = `${which} ${mark}`;
      const id = ids.get(key) ?? ids.size + 1;
      ids.set(key, id);
      return id;
    });
  const [texts0, texts1, texts2] = [idsOf(texts, 0), idsOf(texts, 1), idsOf(texts, 2)];
  const [audio0, audio1, audio2] = [idsOf(audios, 0), idsOf(audios, 1), idsOf(audios, 2)];
  const areEqual = (a: number | undefined, b: number | undefined) => a !== 0 && a === b;
  return (i: number, j: number): number =>
    areEqual(texts0[i], audio0[j]) || areEqual(texts1[i], audio1[j]) || areEqual(texts2[i], audio2[j])
      ? TITLE_BONUS
      : 0;
}

/** @returns a function that finds the cheapest path through both lists at a rate in seconds per character */
export function createPaths(
  texts: readonly WeightedItem[],
  audios: readonly WeightedItem[],
): (secondsACharacter: number) => Promise<Step[]> {
  const [rows, columns] = [texts.length, audios.length];
  const allMoves = movesFor(rows, columns);
  const reach = Math.max(MIN_BAND, MAX_CELLS / (rows + 1) / 2, (2 * columns) / rows);
  const band = (rows + 1) * (columns + 1) <= MAX_CELLS ? columns : Math.min(columns, Math.ceil(reach));
  const width = 2 * band + 1;
  const firsts = Int32Array.from({ length: rows + 1 }, (_, i) => Math.round((i * columns) / rows) - band);
  const textLogs = allMoves.map(({ texts: count }) => logsOf(texts, count, 1));
  const audioLogs = allMoves.map(({ audios: count }) => logsOf(audios, count, 0.5));
  const textAlone = aloneCosts(texts, SHORT_TEXT);
  const audioAlone = aloneCosts(audios, SHORT_AUDIO);
  const bonusOf = titleBonuses(texts, audios);

  return async (rate) => {
    const rateLog = Math.log(rate);
    const costs = new Float64Array((rows + 1) * width).fill(Number.POSITIVE_INFINITY);
    const moves = new Int8Array((rows + 1) * width).fill(-1);

    /** Applies one move to every cell of a row. Cells are numbered from the start of the row's band. */
    function follow(
      index: number,
      {
        move,
        i,
        from,
        last,
      }: { readonly move: Move; readonly i: number; readonly from: number; readonly last: number },
    ): void {
      const textLog = (textLogs[index]?.[i] ?? 0) + rateLog;
      const logs = audioLogs[index];
      const start = firsts[i] ?? 0;
      const shift = move.audios - (firsts[i + move.texts] ?? 0);
      const row = (i + move.texts) * width;
      for (let j = from; j <= last; j += 1) {
        const column = j + shift;
        if (column < 0 || column >= width) continue;
        let cost = costs[i * width + j - start] ?? 0;
        if (move.texts === 0) cost += audioAlone[j] ?? 0;
        else if (move.audios === 0) cost += textAlone[i] ?? 0;
        else {
          const off = (logs?.[j] ?? 0) - textLog;
          cost += move.cost + Math.min(off * off * LENGTH_FACTOR, MAX_LENGTH_COST) - bonusOf(i, j);
        }
        if (cost >= (costs[row + column] ?? 0)) continue;
        costs[row + column] = cost;
        moves[row + column] = index;
      }
    }

    costs[-(firsts[0] ?? 0)] = 0;
    let cells = 0;
    for (let i = 0; i <= rows; i += 1) {
      cells += (width * allMoves.length) / MOVES.length;
      if (cells > CELLS_PER_CHUNK) {
        cells = 0;
        await yieldToEventLoop();
      }
      const from = Math.max(0, firsts[i] ?? 0);
      for (const [index, move] of allMoves.entries())
        if (i + move.texts <= rows)
          follow(index, {
            move,
            i,
            from,
            last: Math.min(columns - move.audios, (firsts[i] ?? 0) + width - 1),
          });
    }

    const way: Step[] = [];
    for (let i = rows, j = columns; i > 0 || j > 0; ) {
      const move = allMoves[moves[i * width + j - (firsts[i] ?? 0)] ?? -1];
      if (!move) break;
      i -= move.texts;
      j -= move.audios;
      way.push({ i, j, move });
    }
    return way.toReversed();
  };
}
