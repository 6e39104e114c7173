import { formatRights, textsOfRights, type Right, readRight, rightServices } from '#contract/books/rights';

/** A right in the form of a book, complete or not. */
export interface RightRow {
  /** Unique within the form. */
  readonly key: string;
  readonly territories: readonly string[];
  readonly except: readonly string[];
  readonly from: string;
  readonly to: string;
  /** Blank for all services. */
  readonly service: string;
}

/** The text of a right without any values. */
const BLANK = '..';

export const toRightRows = (text: string): readonly RightRow[] =>
  textsOfRights(text).map((entry, index) => {
    const { territories, except = [], from = '', to = '', service = '' } = readRight(entry);
    return { key: String(index), territories, except, from, to, service };
  });

/** Returns rows as the text that is sent. */
export const toRightsText = (rows: readonly RightRow[]): string =>
  rows
    .map(({ service, ...row }) => {
      const only = rightServices.find((name) => name === service);
      const right: Right = { ...row, territories: [...row.territories], except: [...row.except] };
      return formatRights([{ ...right, ...(only && { service: only }) }]) || BLANK;
    })
    .join('; ');

export function newRightRow(rows: readonly RightRow[]): RightRow {
  const lastKey = Math.max(-1, ...rows.map(({ key }) => Number(key)));
  return { key: String(lastKey + 1), territories: [], except: [], from: '', to: '', service: '' };
}
