/*
 * Long id lists are read as one text, because a text of a million numbers is read many times faster than a million rows.
 * This file has no imports, because a worker thread loads it too.
 */

/** The single row that a query for an id list must select. */
export interface IdListRow {
  /** The revision of the catalogue in the same snapshot as the ids. */
  revision: number;
  /** The total, if `ids` contains only some of them. */
  total?: number | null;
  /** Comma-separated ids in the requested order; null if there are none. */
  ids: string | null;
  /** Replaces `ids`: the ascending ids of each match rank, separated by semicolons, best rank first. */
  places?: string;
  /** Sort keys in the order of `ids`; null if the list is sorted by id, or by match rank and id. */
  keys: string | null;
}

export interface IdList {
  readonly revision: number;
  readonly total: number;
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly keys: Uint32Array<ArrayBuffer> | undefined;
}

/** An upper limit of the number of match ranks. */
const MAX_RANKS = 8;
const COMMA = 44;
const ZERO = 48;

export function readNumbers(text: string): Uint32Array<ArrayBuffer> {
  let count = text === '' ? 0 : 1;
  for (let position = 0; position < text.length; position++) if (text.charCodeAt(position) === COMMA) count++;
  const numbers = new Uint32Array(count);
  let number = 0;
  let index = 0;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === COMMA) {
      numbers[index++] = number;
      number = 0;
    } else number = number * 10 + code - ZERO;
  }
  if (count > 0) numbers[index] = number;
  return numbers;
}

/** Returns the sort key of a match rank, which starts at 0. Lists end with the best rank. */
export const rankOf = (rank: number): number => MAX_RANKS - rank;

/** Returns the entries of an ascending list that are not in another ascending list. */
function without(list: Uint32Array, other: Uint32Array): Uint32Array {
  const left = new Uint32Array(list.length);
  let length = 0;
  let index = 0;
  for (const id of list) {
    while (index < other.length && (other[index] ?? 0) < id) index++;
    if (other[index] !== id) left[length++] = id;
  }
  return left.subarray(0, length);
}

/** Merges the ids of several ranks, sorted by rank and then by id. An id in several ranks is listed in the best one. */
function mergeMatchRanks(rankedIds: readonly Uint32Array[]): Pick<IdList, 'ids' | 'keys'> {
  const distinctRanks = rankedIds.map((list, index) => rankedIds.slice(0, index).reduce(without, list));
  const size = distinctRanks.reduce((sum, { length }) => sum + length, 0);
  const ids = new Uint32Array(size);
  const keys = new Uint32Array(size);
  let position = size;
  for (const [rank, rankIds] of distinctRanks.entries()) {
    position -= rankIds.length;
    ids.set(rankIds, position);
    keys.fill(rankOf(rank), position, position + rankIds.length);
  }
  return { ids, keys };
}

export function readIdList(row: IdListRow): IdList {
  if (row.places !== undefined) {
    const mergedIds = mergeMatchRanks(row.places.split(';').map(readNumbers));
    return { revision: row.revision, total: row.total ?? mergedIds.ids.length, ...mergedIds };
  }
  const ids = readNumbers(row.ids ?? '');
  return {
    revision: row.revision,
    total: row.total ?? ids.length,
    ids,
    keys: row.keys === null ? undefined : readNumbers(row.keys),
  };
}
