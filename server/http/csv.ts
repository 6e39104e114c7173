import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

type Cell = string | number;

/** Spreadsheets take what begins so for a formula, and texts of users are none. */
const FORMULA = /^[=+\-@\t\r]/;

function toField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const toLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

/** Lines of a table as they are read, after one with the names of the columns. The mark at its start says UTF-8 to spreadsheets. */
async function* linesOf(columns: readonly string[], rows: AsyncIterable<readonly (readonly Cell[])[]>) {
  yield `\uFEFF${toLine(columns)}`;
  for await (const some of rows) yield some.map(toLine).join('');
}

/** Sends a table as a file, however long: no more of it is in memory than one of the parts in which it comes. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(linesOf(columns, rows)));
}
