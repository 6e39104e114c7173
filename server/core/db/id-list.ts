/*
 * Long lists of ids travel as one text, since a text of a million numbers is read many times faster than a million rows.
 * Imports nothing: a worker thread loads this file too.
 */

/** The only row that a query for an id list must select. */
export interface IdListRow {
  /** Of the catalogue, seen in the same snapshot as the ids. */
  revision: number;
  /** The total, if the ids are only some of them. */
  total?: number | null;
  /** Numbers with commas between them, in the order wanted; null when there are none. */
  ids: string | null;
  /** In place of `ids`: those of each place of a search, ascending, with semicolons between the places, the best place first. */
  places?: string;
  /** The sort keys beside the ids; null when the order is that of the ids, or of the places and then the ids. */
  keys: string | null;
}

export interface IdList {
  readonly revision: number;
  readonly total: number;
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly keys: Uint32Array<ArrayBuffer> | undefined;
}

/** More places of a search than there are. */
const MAX_PLACES = 8;
const COMMA = 44;
const ZERO = 48;

export function readNumbers(text: string): Uint32Array<ArrayBuffer> {
  let count = text === '' ? 0 : 1;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === COMMA) count++;
  const numbers = new Uint32Array(count);
  let number = 0;
  let index = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      numbers[index++] = number;
      number = 0;
    } else number = number * 10 + code - ZERO;
  }
  if (count > 0) numbers[index] = number;
  return numbers;
}

/** The sort key of what is found in a place of a search, from 0: lists end with the best place. */
export const rankOf = (place: number): number => MAX_PLACES - place;

/** The entries of an ascending list that are not in another one. */
function without(list: Uint32Array, other: Uint32Array): Uint32Array {
  const left = new Uint32Array(list.length);
  let length = 0;
  let at = 0;
  for (const id of list) {
    while (at < other.length && (other[at] ?? 0) < id) at++;
    if (other[at] !== id) left[length++] = id;
  }
  return left.subarray(0, length);
}

/** The ids of several places in ascending order of their ranks and then themselves. What is found in several stands in the best. */
function mergeMatchRanks(places: readonly Uint32Array[]): Pick<IdList, 'ids' | 'keys'> {
  const parts = places.map((list, at) => places.slice(0, at).reduce(without, list));
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const ids = new Uint32Array(size);
  const keys = new Uint32Array(size);
  let at = size;
  for (const [place, part] of parts.entries()) {
    at -= part.length;
    ids.set(part, at);
    keys.fill(rankOf(place), at, at + part.length);
  }
  return { ids, keys };
}

export function readIdList(row: IdListRow): IdList {
  if (row.places !== undefined) {
    const merged = mergeMatchRanks(row.places.split(';').map(readNumbers));
    return { revision: row.revision, total: row.total ?? merged.ids.length, ...merged };
  }
  const ids = readNumbers(row.ids ?? '');
  return {
    revision: row.revision,
    total: row.total ?? ids.length,
    ids,
    keys: row.keys === null ? undefined : readNumbers(row.keys),
  };
}
