import { resourcePermissions } from '#contract/core/permissions';
import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import * as fields from '#contract/core/fields';
import {
  historyQuery,
  auditLogActor,
  auditLogDetail,
  auditLogEndpoints,
  auditLogEntry,
  auditLogHeader,
  auditLogQuery,
  auditLogSummary,
  auditLogSummaryQuery,
  MAX_SUMMARY_DAYS,
  undoResult,
  undoneMessage,
} from '#contract/audit-log/audit-log';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { ChangedSince } from './changed-since.ts';
import type { AuditLogService } from './audit-log.service.ts';
import type { UndoService } from './undo.service.ts';

const tag = 'audit-log';

const toPage = <Item>({ items, total }: { items: Item[]; total: number }) => ({
  data: { items, total, objects: { total } },
});

/** Returns the ID in a path; 0 for an ID that no record can have. */
export function idIn(body: unknown): number {
  const parseResult = fields.id.safeParse((body as { id?: unknown }).id);
  return parseResult.success ? parseResult.data : 0;
}

/** Routes that list the audit log and undo changes. */
export function auditLogRoutes(auditLog: AuditLogService, { undo }: UndoService): RouteDefinition[] {
  return [
    defineRoute({
      ...auditLogEndpoints.list,
      tag,
      operationId: 'listAuditLog',
      summary: 'List audit log entries',
      access: 'reports:read',
      query: auditLogQuery,
      response: pageOf(auditLogEntry),
      handle: async ({ query }) => toPage(await auditLog.list(query)),
    }),
    defineRoute({
      ...auditLogEndpoints.mine,
      tag,
      operationId: 'listOwnAuditLog',
      summary: 'List your audit log entries',
      access: 'session',
      query: historyQuery,
      response: pageOf(auditLogEntry),
      handle: async ({ query, user }) => toPage(await auditLog.list({ ...query, actor_id: user.id })),
    }),
    defineRoute({
      ...auditLogEndpoints.actors,
      tag,
      operationId: 'listAuditLogActors',
      summary: 'List users in the audit log',
      description: 'Includes the number of entries of each user.',
      access: 'reports:read',
      response: z.array(auditLogActor),
      handle: async () => ({ data: await auditLog.actors() }),
    }),
    defineRoute({
      ...auditLogEndpoints.summary,
      tag,
      operationId: 'getAuditLogSummary',
      summary: 'Get a summary of the audit log',
      description: `Returns the number of changes by user and type of record, of at most ${MAX_SUMMARY_DAYS} days. Changes caused by another change are not counted.`,
      access: 'reports:read',
      query: auditLogSummaryQuery,
      response: auditLogSummary,
      handle: async ({ query }) => ({ data: await auditLog.summarize(query) }),
    }),
    defineRoute({
      ...auditLogEndpoints.get,
      tag,
      operationId: 'getAuditLogEntry',
      summary: 'Get an audit log entry',
      access: 'session',
      response: auditLogDetail,
      handle: async ({ body, user }) => ({ data: await auditLog.get(idIn(body), user) }),
    }),
    defineRoute({
      ...auditLogEndpoints.undo,
      tag,
      operationId: 'undoAuditLogEntry',
      summary: 'Undo an audit log entry',
      access: resourcePermissions,
      mayForbid: true,
      mayConflict: true,
      response: undoResult,
      handle: async ({ body, authorize, reply }) => {
        try {
          return { data: await undo(idIn(body), authorize), message: undoneMessage };
        } catch (error) {
          if (error instanceof ChangedSince) reply.header(auditLogHeader, String(error.entryId));
          throw error;
        }
      },
    }),
  ];
}
