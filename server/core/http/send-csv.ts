import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Rows, linesOf } from '#server/core/csv';

/** Returns the headers of a table download. */
export const fileHeadersOf = (file: string, mediaType: string) => ({
  'content-type': mediaType,
  'content-disposition': `attachment; filename="${file}"`,
  'cache-control': 'private, no-store',
});

/** Sends a table as a file. Rows are read and sent in parts, so memory use does not depend on the table size. */
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
