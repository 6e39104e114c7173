import type { FastifyInstance } from 'fastify';
import { toClock } from '#contract/core/format-duration';
import * as fields from '#contract/core/fields';
import {
  proofingEndpoints,
  proofingLongList,
  proofingReport,
  type ProofingReport,
} from '#contract/proofing/proofing';
import { proofingReasons } from '#contract/proofing/proofing-reasons';
import type { Sessions } from '#server/core/auth/sessions';
import type { Database } from '#server/core/db/open';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { sendCsv } from '#server/core/http/send-csv';
import { withUser } from '#server/core/http/session';
import { parse } from '#server/core/parse';
import { idOf } from '#server/features/book-content/book-content.routes';
import { readProofingReport } from './proofing.repository.ts';

/**
 * Route of the proofing report.
 * @param onRead enqueues missing analyses of a book
 */
export function proofingRoutes(
  { kysely: db }: Database,
  onRead: (bookId: number) => Promise<void>,
): RouteDefinition[] {
  return [
    defineRoute({
      ...proofingEndpoints.report,
      tag: 'books',
      operationId: 'getProofingReport',
      summary: 'Get the proofing report of a book',
      access: 'session',
      response: proofingReport,
      longList: proofingLongList,
      handle: async ({ body }) => {
        const report = await readProofingReport(db, idOf(body));
        if (report.files.some(({ state }) => state === 'waiting')) await onRead(report.id);
        return { data: report };
      },
    }),
  ];
}

const columns = ['chapter', 'chapter name', 'time', 'seconds', 'end', 'reason', 'text', 'detail'] as const;

async function* rowsOf({ chapters }: ProofingReport) {
  for (const { number, name, entries } of chapters)
    yield entries.map(({ reason, start, end, text, detail }) => [
      number,
      name,
      toClock(Math.floor(start)),
      start,
      end,
      proofingReasons[reason],
      text,
      detail,
    ]);
}

/** Registers the download of a proofing report. */
export function registerProofingFile(
  app: FastifyInstance,
  sessions: Sessions,
  { kysely: db }: Database,
): void {
  const call = 'GET /books/:id/proofing.csv';
  app.get<{ Params: { id: string } }>(String.raw`/api/books/:id(^\d+$)/proofing.csv`, (request, reply) =>
    withUser(sessions, { request, call, access: 'session', cost: call }, async (user) => {
      sessions.beginExport(user, reply.raw);
      const report = await readProofingReport(db, parse(fields.id, request.params.id));
      return sendCsv(reply, { name: `${report.code}_proofing`, columns, rows: rowsOf(report) });
    }),
  );
}
