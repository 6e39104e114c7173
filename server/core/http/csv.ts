import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type Cell = string | number;
export type Rows = AsyncIterable<readonly (readonly Cell[])[]>;

/**
 * Spreadsheets take what begins so for a formula, and texts of users are none. Apostrophes before it count, so that a text that
 * begins with one of its own is told apart.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const DEFUSED = /^'+[=+\-@\t\r]/;

function toField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that a field was made of. */
export const fromField = (field: string): string => (DEFUSED.test(field) ? field.slice(1) : field);

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
  name: string,
  columns: readonly string[],
  rows: Rows,
): FastifyReply {
  return reply
    .headers(fileHeadersOf(`${name}.csv`, 'text/csv; charset=utf-8'))
    .send(Readable.from(linesOf(columns, rows)));
}
