/*
 * Long lists of ids travel as one text, since a text of a million numbers is read many times faster than a million rows.
 * Imports nothing: a worker thread loads this file too.
 */

/** What a query for an id list must select, as its only row. */
export interface IdListRow {
  /** Of the catalogue, seen in the same snapshot as the ids. */
  revision: number;
  /** How many there are, when the ids are only some of them. */
  total?: number | null;
  /** Numbers with commas between them, in the order wanted; null when there are none. */
  ids: string | null;
  /** The sort keys beside the ids; null when the order is that of the ids. */
  keys: string | null;
}

export interface IdList {
  readonly revision: number;
  readonly total: number;
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly keys: Uint32Array<ArrayBuffer> | undefined;
}

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

export function readIdList(row: IdListRow): IdList {
  const ids = readNumbers(row.ids ?? '');
  return {
    revision: row.revision,
    total: row.total ?? ids.length,
    ids,
    keys: row.keys === null ? undefined : readNumbers(row.keys),
  };
}
