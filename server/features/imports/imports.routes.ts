import { z } from 'zod';
import { responseMessages } from '#contract/core/messages';
import { pageOf } from '#contract/core/envelope';
import * as fields from '#contract/core/fields';
import { importProposal, importSummary } from '#contract/imports/import-proposal';
import { importLimits } from '#contract/imports/import-limits';
import {
  acceptReady,
  acceptedReady,
  compareQuery,
  comparison,
  importAccept,
  importCounts,
  importCreate,
  importEndpoints,
  importText,
  importUpdate,
  importsQuery,
  textsQuery,
} from '#contract/imports/imports';
import { limits } from '#contract/core/limits';
import { book } from '#contract/books/books';
import { readIdempotency } from '#server/core/http/idempotency';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type Call, type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { ImportService } from './imports.service.ts';

const tag = 'imports';
const access = 'books:edit' as const;

const contextOf = (call: Call<unknown, unknown>) => {
  const idempotency = readIdempotency(call.request, call.user.id, call.bodyHash);
  return {
    user: { id: call.user.id, email: call.user.email },
    authorize: call.authorize,
    permissions: call.user.permissions,
    ...(idempotency && {
      findStoredResult: idempotency.findStoredResult,
      storeResult: idempotency.storeResult,
    }),
  };
};

/** Returns the ID in the path; an invalid ID matches no import. */
function idOf(body: unknown): number {
  const parseResult = fields.id.safeParse((body as { id?: unknown }).id);
  return parseResult.success ? parseResult.data : 0;
}

/** Routes of imports. */
export function importRoutes(service: ImportService): RouteDefinition[] {
  return [
    defineRoute({
      ...importEndpoints.create,
      tag,
      access,
      operationId: 'createImport',
      summary: 'Import uploaded files',
      body: importCreate,
      response: importSummary,
      handle: async (call) => ({ data: await service.create(call.body, contextOf(call)) }),
    }),
    defineRoute({
      ...importEndpoints.list,
      tag,
      access,
      operationId: 'listImports',
      summary: 'List imports',
      query: importsQuery,
      response: pageOf(importSummary).extend({ counts: importCounts }),
      handle: async ({ query, user }) => {
        const { items, total, counts } = await service.list(user.id, query);
        return { data: { items, total, objects: { total }, counts } };
      },
    }),
    defineRoute({
      ...importEndpoints.get,
      tag,
      access,
      operationId: 'getImport',
      summary: 'Get an import',
      readsRecord: true,
      response: importProposal,
      handle: async ({ body }) => ({ data: await service.get(idOf(body)) }),
    }),
    defineRoute({
      ...importEndpoints.texts,
      tag,
      access,
      operationId: 'listImportTexts',
      summary: 'List text items of an imported chapter',
      query: textsQuery,
      mayMiss: true,
      response: pageOf(importText),
      handle: async ({ query, body }) => {
        const { items, total } = await service.texts(idOf(body), query.chapter, query);
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...importEndpoints.update,
      tag,
      access,
      operationId: 'updateImport',
      summary: 'Update an import',
      body: importUpdate,
      bodyLimits: { maxBytes: 4 * limits.maxBodyBytes, maxValues: importLimits.maxProposalValues },
      response: importProposal,
      handle: async ({ body, request, authorize }) => {
        const [tagged] = readIfMatch(request.headers['if-match']) ?? [];
        return { data: await service.update({ ...body, version: body.version ?? tagged }, { authorize }) };
      },
    }),
    defineRoute({
      ...importEndpoints.retry,
      tag,
      access,
      operationId: 'retryImport',
      summary: 'Retry a failed import',
      isRepeatable: true,
      mayConflict: true,
      response: importSummary,
      handle: async ({ body, authorize }) => ({ data: await service.retry(idOf(body), { authorize }) }),
    }),
    defineRoute({
      ...importEndpoints.compare,
      tag,
      access,
      operationId: 'compareImport',
      summary: 'Compare an import with a book',
      query: compareQuery,
      mayMiss: true,
      response: comparison,
      handle: async ({ query, body, user }) => ({
        data: await service.compare(idOf(body), query.book_id, user.permissions),
      }),
    }),
    defineRoute({
      ...importEndpoints.accept,
      tag,
      access,
      operationId: 'acceptImport',
      summary: 'Add an import to the catalogue',
      body: importAccept,
      response: book,
      handle: async (call) => ({ data: await service.accept(call.body, contextOf(call)) }),
    }),
    defineRoute({
      ...importEndpoints.acceptReady,
      tag,
      access,
      operationId: 'acceptReadyImports',
      summary: 'Add all ready imports to the catalogue',
      isRepeatable: true,
      body: acceptReady,
      response: acceptedReady,
      handle: async (call) => ({
        data: await service.acceptReady(call.body.batch_id, {
          user: { id: call.user.id, email: call.user.email },
          authorize: call.authorize,
          permissions: call.user.permissions,
        }),
      }),
    }),
    defineRoute({
      ...importEndpoints.remove,
      tag,
      access,
      operationId: 'deleteImport',
      summary: 'Discard an import',
      isRepeatable: true,
      response: z.null().describe('Always null.'),
      handle: async ({ body, authorize }) => {
        await service.remove(idOf(body), { authorize });
        return { data: null, message: responseMessages.importDiscarded };
      },
    }),
  ];
}
