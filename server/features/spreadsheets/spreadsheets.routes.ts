import { editPermissions, resourcePermissions } from '#contract/core/permissions';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { namedSchema } from '#contract/core/schema-notes';
import { resourceNames } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import {
  type ExportedList,
  MAX_SPREADSHEET_BYTES,
  exportedLists,
  spreadsheetEndpoints,
  spreadsheetFormats,
  spreadsheetImport,
  spreadsheetOrder,
  spreadsheetPreview,
  spreadsheetUpload,
  startedSpreadsheet,
} from '#contract/spreadsheets/spreadsheets';
import type { Sessions } from '#server/core/auth/sessions';
import { notFound, fieldError } from '#server/core/errors';
import { fileHeadersOf, sendCsv } from '#server/core/http/send-csv';
import { type Rows } from '#server/core/csv';
import { inItsRelease, permittedRelease } from '#server/core/http/in-its-release';
import { releaseParameter } from '#contract/releases/release-parameter';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { withUser } from '#server/core/http/session';
import type { SpreadsheetKind } from './spreadsheet-types.ts';
import type { SpreadsheetService } from './spreadsheets.service.ts';
import { workbookOf } from './write-xlsx.ts';

const tag = 'spreadsheets';
const justId = namedSchema('SpreadsheetId', z.object({ id: fields.id }));
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Routes of spreadsheet imports. */
export function spreadsheetRoutes(spreadsheets: SpreadsheetService): RouteDefinition[] {
  return [
    defineRoute({
      ...spreadsheetEndpoints.preview,
      tag,
      operationId: 'previewSpreadsheet',
      summary: 'Preview a spreadsheet import',
      description:
        'A row with the code of a record changes it. Records without codes use the ID. Other rows create records. Columns that the file doesn’t have stay unchanged. Nothing is saved yet.',
      access: editPermissions,
      mayForbid: true,
      isRepeatable: true,
      body: spreadsheetUpload,
      encoding: 'json',
      bodyLimits: { maxBytes: Math.ceil(MAX_SPREADSHEET_BYTES / 3) * 4 + 1024 },
      response: spreadsheetPreview,
      acceptsRelease: true,
      handle: inItsRelease(async ({ user, body }) => ({ data: await spreadsheets.preview(user, body) })),
    }),
    defineRoute({
      ...spreadsheetEndpoints.apply,
      tag,
      operationId: 'applySpreadsheet',
      summary: 'Start a spreadsheet import',
      description: 'Rows are skipped if their record has changed since the preview.',
      access: editPermissions,
      mayForbid: true,
      mayConflict: true,
      body: spreadsheetOrder,
      encoding: 'json',
      response: startedSpreadsheet,
      acceptsRelease: true,
      handle: inItsRelease(async (call) => ({
        data: await spreadsheets.apply(call, call.body.id, call.body.except),
      })),
    }),
    defineRoute({
      ...spreadsheetEndpoints.get,
      tag,
      operationId: 'getSpreadsheet',
      summary: 'Get a spreadsheet import',
      description: 'Returns only your own imports.',
      access: 'session',
      response: spreadsheetImport,
      handle: async ({ user, body }) => ({
        data: await spreadsheets.get(user, justId.safeParse(body).data?.id ?? 0),
      }),
    }),
    defineRoute({
      ...spreadsheetEndpoints.undo,
      tag,
      operationId: 'undoSpreadsheet',
      summary: 'Undo a spreadsheet import',
      description:
        'Runs in the background. New records move to the trash, and changed records are reverted. Records that have changed since are skipped.',
      access: resourcePermissions,
      mayForbid: true,
      mayConflict: true,
      response: startedSpreadsheet,
      acceptsRelease: true,
      handle: inItsRelease(async (call) => ({
        data: await spreadsheets.undo(call, justId.safeParse(call.body).data?.id ?? 0),
      })),
    }),
  ];
}

const nothing: Rows = (async function* none() {})();

export type ExportedLists = Readonly<Record<ExportedList, Pick<SpreadsheetKind, 'columns' | 'rows'>>>;

/** Routes that download lists as files, for all users. */
export function registerSpreadsheets(
  app: FastifyInstance,
  sessions: Sessions,
  listsIn: (releaseId: number | undefined) => Promise<ExportedLists>,
): void {
  for (const endpoint of ['export', 'template'] as const) {
    const isExport = endpoint === 'export';
    const call = `GET /spreadsheets/:kind/${endpoint}` as const;
    const names: readonly ExportedList[] = isExport ? exportedLists : resourceNames;
    app.get<{ Params: { kind: string }; Querystring: Record<string, unknown> }>(
      `/api${spreadsheetEndpoints[endpoint].path}`,
      (request, reply) => {
        const checks = { request, call, access: 'session' } as const;
        const cost = isExport ? { cost: 'GET /spreadsheets/:kind/export' as const } : {};
        return withUser(sessions, { ...checks, ...cost }, async (user) => {
          const kind = names.find((name) => name === request.params.kind);
          if (!kind) throw notFound('spreadsheet');
          const {
            as,
            page: _page,
            items_per_page: _size,
            [releaseParameter]: _release,
            ...query
          } = request.query;
          const format = spreadsheetFormats.find((spreadsheetFormat) => spreadsheetFormat === (as ?? 'csv'));
          if (!format)
            throw fieldError('as', knownErrors.spreadsheetFormatUnknown(spreadsheetFormats.join(', ')));
          const { columns, rows } = (
            await listsIn(isExport ? permittedRelease({ request, user }) : undefined)
          )[kind];
          if (isExport) sessions.beginExport(user, reply.raw);
          const content = isExport ? rows(query) : nothing;
          const name = isExport ? kind : `${kind}-template`;
          if (format === 'csv') return sendCsv(reply, { name, columns, rows: content });
          return reply
            .headers(fileHeadersOf(`${name}.xlsx`, workbook))
            .send(workbookOf(kind, columns, content));
        });
      },
    );
  }
}
