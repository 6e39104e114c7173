import {
  MAX_SUMMARY_DAYS,
  type AuditLogActor,
  type AuditLogDetail,
  type AuditLogEntry,
  type AuditLogQuery,
  type AuditLogSummary,
  type AuditLogSummaryQuery,
  permissionsToUndo,
} from '#contract/audit-log/audit-log';
import { knownErrors } from '#contract/core/errors';
import type { SessionUser } from '#server/core/auth/sessions';
import { referencedFiles } from '#server/core/db/files';
import { retainedFiles } from '#server/core/db/retained-files';
import type { Database } from '#server/core/db/open';
import { notFound } from '#server/core/errors';
import { keysIn, toChanges, toEntry } from '#server/core/audit-log/present';
import { readChanges } from '#server/core/audit-log/stored-change';
import { withCurrentSchemes } from '#server/core/resource/changed-subjects';
import { summarizeAuditLog } from '#server/core/audit-log/audit-log-summary';
import { auditLogUsers } from '#server/core/audit-log/audit-log-users';
import {
  findEntry,
  countRelatedEntries,
  latestEntryOf,
  pageOfAuditLog,
} from '#server/core/audit-log/read-audit-log';
import { seesEntry } from '#server/core/audit-log/visibility';
import { trashIdOf } from '#server/core/audit-log/trash-rows';
import type { Lifecycles } from '#server/features/trash/trash.service';
import type { UndoMany } from './undo.service.ts';
import { undoErrorOf } from './undo.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type PageQuery = Partial<AuditLogQuery> & Pick<AuditLogQuery, 'page' | 'items_per_page'>;

const emptyFilter = {
  actor_id: undefined,
  kind: undefined,
  record_id: undefined,
  action: undefined,
  cause_id: undefined,
  from: undefined,
  to: undefined,
} as const;

/** Reads the audit log. */
export function createAuditLogService(
  { kysely: db }: Database,
  lifecycles: Lifecycles,
  many?: Pick<UndoMany, 'undoErrorOf'>,
) {
  return {
    list: (query: PageQuery): Promise<{ items: AuditLogEntry[]; total: number }> =>
      pageOfAuditLog(db, { ...emptyFilter, ...query }),

    async actors(): Promise<AuditLogActor[]> {
      const users = await auditLogUsers(db);
      return users.map(({ actor, actions }) => ({
        actor,
        entries: Object.values(actions).reduce((sum, count) => sum + count, 0),
      }));
    },

    /** Returns the changes of the last days by user and type of record. */
    async summarize({ from = '' }: AuditLogSummaryQuery, now = new Date()): Promise<AuditLogSummary> {
      const earliest = new Date(now.getTime() - MAX_SUMMARY_DAYS * DAY_MS).toISOString();
      return summarizeAuditLog(db, from > earliest ? from : earliest);
    },

    /** @throws AppError 404 */
    async get(id: number, user: SessionUser): Promise<AuditLogDetail> {
      const row = await findEntry(db, id);
      if (!row || !seesEntry(user, row)) throw notFound('audit log entry');
      const changes = await withCurrentSchemes(db, readChanges(row.changes));
      const keys = keysIn(changes);
      const availableKeys = new Set([
        ...(await referencedFiles(db, keys)),
        ...(await retainedFiles(db, keys)),
      ]);
      const { kind, record_id, action } = row;
      const permissions = permissionsToUndo(kind, action);
      const isBarred =
        permissions.length > 0 && !permissions.some((permission) => user.permissions.has(permission));
      const now = async () =>
        record_id === 0 && many
          ? many.undoErrorOf(db, id)
          : (await undoErrorOf(db, lifecycles[kind], row))?.errorInfo;
      const errorInfo = isBarred ? knownErrors.noPermission : await now();
      return {
        ...toEntry(row),
        changes: toChanges(changes, availableKeys),
        related_entries: await countRelatedEntries(db, id),
        latest_id: record_id === 0 ? id : await latestEntryOf(db, kind, record_id),
        is_there: (await lifecycles[kind].find(db, record_id)) !== undefined,
        trash_id: (await trashIdOf(db, kind, record_id)) ?? null,
        undo: {
          is_possible: errorInfo === undefined,
          message: errorInfo?.message ?? null,
          code: errorInfo?.code ?? null,
        },
      };
    },
  };
}

export type AuditLogService = ReturnType<typeof createAuditLogService>;
