import type { Kysely } from 'kysely';
import type { ResourceDeclaration, ApiItem } from '#contract/core/define-resource';
import { pageOf } from '#contract/core/envelope';
import {
  historyEndpointsOf,
  historyQuery,
  auditLogEntry,
  revert,
  recordReferences,
} from '#contract/audit-log/audit-log';
import type { Schema } from '#server/core/db/schema';
import { seesChanges } from '#server/core/audit-log/visibility';
import { editConflict, notFound } from '#server/core/errors';
import { inPascalCase, readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { idIn } from './audit-log.routes.ts';
import type { AuditLogService } from './audit-log.service.ts';
import type { UndoService } from './undo.service.ts';

interface Deps {
  readonly db: Kysely<Schema>;
  readonly auditLog: AuditLogService;
  readonly undo: UndoService;
}

/** Route for the references to records of a resource. */
export function referencesRoute(
  resource: ResourceDeclaration,
  { life }: WithLifecycle,
  db: Kysely<Schema>,
): RouteDefinition {
  const { name: kind, singular } = resource;
  return defineRoute({
    ...historyEndpointsOf(resource).references,
    tag: kind,
    operationId: `list${inPascalCase(singular)}References`,
    summary: `List references to a ${singular}`,
    description:
      'Returns the records that refer to the record, with its position in each, and the home screens that display it. If some prevent its deletion, only those are listed.',
    access: 'session',
    response: recordReferences,
    handle: async ({ body }) => {
      const id = idIn(body);
      if (!(await life.find(db, id))) throw notFound(singular);
      return { data: await life.references(db, id) };
    },
  });
}

/** Routes for the history of each resource's records. */
export function historyRoutes(
  resource: ResourceDeclaration,
  { life, get }: WithLifecycle & { get(id: number): Promise<ApiItem> },
  { db, auditLog, undo }: Deps,
): RouteDefinition[] {
  const { name: kind, singular, messages } = resource;
  const endpoints = historyEndpointsOf(resource);
  const resourceName = inPascalCase(singular);
  return [
    defineRoute({
      ...endpoints.history,
      tag: kind,
      operationId: `list${resourceName}History`,
      summary: `List the history of a ${singular}`,
      description:
        'Newest first, in pages. The history of a deleted record is kept. Without permission for the record type or `reports:read`, only your own changes are listed.',
      access: 'session',
      query: historyQuery,
      response: pageOf(auditLogEntry),
      handle: async ({ query, body, user }) => {
        const record_id = idIn(body);
        const own = seesChanges(user, kind) ? {} : { actor_id: user.id };
        const { items, total } = await auditLog.list({ ...query, ...own, kind, record_id });
        if (total === 0 && !(await life.find(db, record_id))) throw notFound(singular);
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...endpoints.revert,
      tag: kind,
      operationId: `revert${resourceName}`,
      summary: `Revert a ${singular}`,
      description:
        'Reverts one field, several fields or the whole record to its values before or after an entry of its history. Deleted records are removed from lists. Other references to deleted records fail with 422.',
      access: `${kind}:edit`,
      body: revert,
      response: resource.item,
      handle: async (call) => {
        const versions =
          call.body.version === undefined ? readIfMatch(call.request.headers['if-match']) : undefined;
        const record = versions && (await life.find(db, call.body.id));
        if (record && !versions?.includes(record.version)) throw editConflict(singular);
        const input = record ? { ...call.body, version: record.version } : call.body;
        await undo.revert(life, input, call.authorize);
        return { data: await get(input.id), message: messages.updated };
      },
    }),
  ];
}
