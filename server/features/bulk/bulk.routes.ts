import { z } from 'zod';
import { bulkChange, bulkEndpoints, bulkPreview, bulkRequest, startedBulk } from '#contract/bulk/bulk';
import * as fields from '#contract/core/fields';
import { namedSchema } from '#contract/core/schema-notes';
import { inItsRelease } from '#server/core/http/in-its-release';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { BulkService } from './bulk.service.ts';

const justId = namedSchema('BulkId', z.object({ id: fields.id }));
const idIn = (body: unknown): number => justId.safeParse(body).data?.id ?? 0;
const tag = 'books';
/** Permissions that a bulk edit can need; the service checks the one for the change. */
const access = ['books:edit', 'books:delete', 'collections:edit', 'challenges:edit'] as const;

/** Routes of bulk changes. */
export function bulkRoutes(bulk: BulkService): RouteDefinition[] {
  return [
    defineRoute({
      ...bulkEndpoints.preview,
      tag,
      operationId: 'previewBulkChange',
      summary: 'Preview a bulk edit of books',
      access,
      mayForbid: true,
      mayConflict: true,
      isRepeatable: true,
      body: bulkRequest,
      response: bulkPreview,
      acceptsRelease: true,
      handle: inItsRelease(async ({ user, body }) => ({ data: await bulk.preview(user, body) })),
    }),
    defineRoute({
      ...bulkEndpoints.apply,
      tag,
      operationId: 'startBulkChange',
      summary: 'Start a bulk edit of books',
      access,
      mayForbid: true,
      mayConflict: true,
      body: bulkRequest,
      response: startedBulk,
      acceptsRelease: true,
      handle: inItsRelease(async (call) => ({ data: await bulk.apply(call, call.body) })),
    }),
    defineRoute({
      ...bulkEndpoints.get,
      tag,
      operationId: 'getBulkChange',
      summary: 'Get a bulk edit of books',
      access: 'session',
      response: bulkChange,
      handle: async ({ user, body }) => ({ data: await bulk.get(user, idIn(body)) }),
    }),
    defineRoute({
      ...bulkEndpoints.undo,
      tag,
      operationId: 'undoBulkChange',
      summary: 'Undo a bulk edit of books',
      access: 'books:edit',
      mayConflict: true,
      response: startedBulk,
      acceptsRelease: true,
      handle: inItsRelease(async (call) => ({ data: await bulk.undo(call, idIn(call.body)) })),
    }),
  ];
}
