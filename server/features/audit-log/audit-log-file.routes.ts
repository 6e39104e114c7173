import type { FastifyInstance } from 'fastify';
import {
  type ChangedField,
  type AuditLogEntry,
  type AuditLogFilter,
  auditLogEndpoints,
  auditLogFilter,
} from '#contract/audit-log/audit-log';
import type { Sessions } from '#server/core/auth/sessions';
import type { Database } from '#server/core/db/open';
import { sendCsv } from '#server/core/http/send-csv';
import { parse } from '#server/core/parse';
import { withUser } from '#server/core/http/session';
import { allOfAuditLog } from '#server/core/audit-log/read-audit-log';

const columns = [
  'id',
  'at',
  'user',
  'token',
  'action',
  'kind',
  'record id',
  'name',
  'version',
  'changed',
  'caused by',
  'undoes',
  'undone by',
  'request id',
] as const;

const listNames = ['added', 'removed', 'moved', 'changed'] as const;

/** Returns text such as `description; books (1 added, 3 moved)`. */
const toText = (fields: readonly ChangedField[]): string =>
  fields
    .map(({ field, counts }) => {
      const counters = listNames.flatMap((word) => (counts?.[word] ? [`${counts[word]} ${word}`] : []));
      return counters.length === 0 ? field : `${field} (${counters.join(', ')})`;
    })
    .join('; ');

const toCells = (entry: AuditLogEntry) => [
  entry.id,
  entry.at,
  entry.actor?.name ?? '',
  entry.token?.name ?? '',
  entry.action,
  entry.kind,
  entry.record.id,
  entry.record.name,
  entry.version,
  toText(entry.fields),
  entry.cause_id ?? '',
  entry.undoes_id ?? '',
  entry.undone_by ?? '',
  entry.request_id ?? '',
];

/** Registers the download of the audit log as a stream. */
export function registerAuditLogFile(
  app: FastifyInstance,
  sessions: Sessions,
  { reads }: Pick<Database, 'reads'>,
): void {
  async function* rows(filter: AuditLogFilter) {
    for await (const some of allOfAuditLog(reads(), filter)) yield some.map(toCells);
  }
  const call = 'GET /audit-log/entries.csv';
  app.get(`/api${auditLogEndpoints.csv.path}`, (request, reply) =>
    withUser(
      sessions,
      { request, call, access: 'reports:read', proof: 'session', cost: call },
      async (user) => {
        const filter = parse(auditLogFilter, request.query);
        sessions.beginExport(user, reply.raw);
        return sendCsv(reply, { name: 'audit_log', columns, rows: rows(filter) });
      },
    ),
  );
}
