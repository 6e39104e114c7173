import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as fields from '#contract/fields';
import { named } from '#contract/notes';
import { resourceNames } from '#contract/permissions';
import { refusals } from '#contract/refusals';
import {
  type ExportedList,
  MAX_SHEET_BYTES,
  exportedLists,
  sheetEndpoints,
  sheetFormats,
  sheetImport,
  sheetOrder,
  sheetPlan,
  sheetUpload,
  startedSheet,
} from '#contract/spreadsheets';
import type { Sessions } from '#server/auth/sessions';
import { notFound, refusedField } from '#server/errors';
import { type Rows, fileHeadersOf, sendCsv } from '#server/http/csv';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import { requireUser } from '#server/http/session';
import type { SheetKind } from './sheet-kinds.ts';
import type { SheetService } from './sheet-service.ts';
import { workbookOf } from './write-xlsx.ts';

const tag = 'spreadsheets';
const justId = named('SpreadsheetId', z.object({ id: fields.id }));
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Spreadsheets that come in. */
export function sheetRoutes(sheets: SheetService): RouteDefinition[] {
  return [
    defineRoute({
      ...sheetEndpoints.plan,
      tag,
      operationId: 'planSpreadsheet',
      summary: 'Say what a spreadsheet would change',
      description:
        'Rows with the code (or the id, where records have no code) of a record change it, rows without one are new. Columns that the file lacks leave what is there. Nothing is written yet.',
      access: 'session',
      mayForbid: true,
      isRepeatable: true,
      body: sheetUpload,
      encoding: 'json',
      bodyLimits: { maxBytes: Math.ceil(MAX_SHEET_BYTES / 3) * 4 + 1024 },
      answer: sheetPlan,
      handle: async ({ user, body }) => ({ data: await sheets.plan(user, body) }),
    }),
    defineRoute({
      ...sheetEndpoints.apply,
      tag,
      operationId: 'applySpreadsheet',
      summary: 'Do what the plan of a spreadsheet says, in the background',
      description: 'Rows whose record was changed by somebody else since the plan are left as they are.',
      access: 'session',
      mayForbid: true,
      mayConflict: true,
      body: sheetOrder,
      encoding: 'json',
      answer: startedSheet,
      handle: async (call) => ({ data: await sheets.apply(call, call.body.id, call.body.except) }),
    }),
    defineRoute({
      ...sheetEndpoints.get,
      tag,
      operationId: 'getSpreadsheet',
      summary: 'Read how far the import of a spreadsheet is',
      description: 'Of one’s own.',
      access: 'session',
      answer: sheetImport,
      handle: async ({ user, body }) => ({
        data: await sheets.get(user, justId.safeParse(body).data?.id ?? 0),
      }),
    }),
    defineRoute({
      ...sheetEndpoints.undo,
      tag,
      operationId: 'undoSpreadsheet',
      summary: 'Undo the import of a spreadsheet',
      description:
        'In the background, the last row first: new records go into the trash, changed ones are as they were. Records that somebody has changed since stay as they are.',
      access: 'session',
      mayForbid: true,
      mayConflict: true,
      answer: startedSheet,
      handle: async (call) => ({
        data: await sheets.undo(call, justId.safeParse(call.body).data?.id ?? 0),
      }),
    }),
  ];
}

const nothing: Rows = (async function* none() {})();

type Outgoing = Readonly<Record<ExportedList, Pick<SheetKind, 'columns' | 'rows'>>>;

/** Lists as files, for whoever is signed in. */
export function registerSheets(app: FastifyInstance, sessions: Sessions, lists: Outgoing): void {
  for (const endpoint of ['export', 'template'] as const)
    app.get<{ Params: { kind: string }; Querystring: Record<string, unknown> }>(
      `/api${sheetEndpoints[endpoint].path}`,
      async (request, reply) => {
        await requireUser(sessions, request);
        const known: readonly ExportedList[] = endpoint === 'export' ? exportedLists : resourceNames;
        const kind = known.find((name) => name === request.params.kind);
        if (!kind) throw notFound('spreadsheet');
        const { as, page: _page, items_per_page: _size, ...query } = request.query;
        const format = sheetFormats.find((one) => one === (as ?? 'csv'));
        if (!format) throw refusedField('as', refusals.sheetFormatUnknown(sheetFormats.join(', ')));
        const { columns, rows } = lists[kind];
        const content = endpoint === 'template' ? nothing : rows(query);
        const name = endpoint === 'template' ? `${kind}-template` : kind;
        if (format === 'csv') return sendCsv(reply, name, columns, content);
        return reply
          .headers(fileHeadersOf(`${name}.xlsx`, workbook))
          .send(workbookOf(kind, columns, content));
      },
    );
}
