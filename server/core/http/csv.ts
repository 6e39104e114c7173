import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type Cell = string | number;
export type Rows = AsyncIterable<readonly (readonly Cell[])[]>;

/**
 * Spreadsheet programs run a cell that begins like this as a formula, and texts of users are none. Such a text gets an apostrophe
 * in front. Apostrophes before the sign count, so that a text with one of its own is read again as it was.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const ESCAPED = /^'+[=+\-@＝＋－＠\t\r\n]/;
/** Places inside a text at which a program of another locale, where semicolons or tabs separate cells, begins a cell or a row. */
const INNER_FORMULA = /([;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g;
const INNER_ESCAPED = /([;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g;

function toField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const inner = cell.replaceAll(INNER_FORMULA, "$1'");
  const text = FORMULA.test(inner) ? `'${inner}` : inner;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that a field was made of. */
export const fromField = (field: string): string =>
  (ESCAPED.test(field) ? field.slice(1) : field).replaceAll(INNER_ESCAPED, '$1');

const toLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

/** Lines of a table as they are read, after one with the names of the columns. The mark at its start says UTF-8 to spreadsheets. */
export async function* linesOf(columns: readonly string[], rows: Rows) {
  yield `\uFEFF${toLine(columns)}`;
  for await (const some of rows) yield some.map(toLine).join('');
}

/** The headers of a table that is taken along as a file. */
export const fileHeadersOf = (file: string, mediaType: string) => ({
  'content-type': mediaType,
  'content-disposition': `attachment; filename="${file}"`,
  'cache-control': 'private, no-store',
});

/** Sends a table as a file, however long: no more of it is in memory than one of the parts in which it comes. */
export function sendCsv(
  reply: FastifyReply,
  {
    name,
    columns,
    rows,
  }: { readonly name: string; readonly columns: readonly string[]; readonly rows: Rows },
): FastifyReply {
  return reply
    .headers(fileHeadersOf(`${name}.csv`, 'text/csv; charset=utf-8'))
    .send(Readable.from(linesOf(columns, rows)));
}
