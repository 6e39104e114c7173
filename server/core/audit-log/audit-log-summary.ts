import { type Kysely, sql } from 'kysely';
import {
  type AuditLogAction,
  type AuditLogKind,
  type AuditLogSummary,
  MAX_SUMMARY_RECORDS,
} from '#contract/audit-log/audit-log';
import type { Schema } from '#server/core/db/schema';
import { spanOf } from './read-audit-log.ts';

type UserChanges = AuditLogSummary['users'][number];

interface Row {
  readonly actor_id: number;
  readonly actor_name: string | null;
  readonly kind: AuditLogKind;
  readonly record_id: number;
  readonly name: string;
  readonly action: AuditLogAction;
  /** The number of changes of the user to records of the type, and the number of these records. */
  readonly changes: number;
  readonly records: number;
}

function toUserChanges(id: number, rows: readonly Row[]): UserChanges {
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)];
  return {
    actor: id === 0 ? null : { id, name: rows[0]?.actor_name ?? '' },
    changes: kinds.reduce((sum, [, [first]]) => sum + (first?.changes ?? 0), 0),
    kinds: kinds.map(([kind, ofKind]) => ({
      kind,
      records: ofKind[0]?.records ?? 0,
      latest: ofKind.map(({ record_id, name, action }) => ({
        id: record_id,
        name,
        is_deleted: action === 'deleted' || action === 'purged',
      })),
    })),
  };
}

/**
 * Returns the changes since a time by user and type of record, each with the last changed records. Changes caused by another
 * change are not counted.
 */
export async function summarizeAuditLog(db: Kysely<Schema>, from: string): Promise<AuditLogSummary> {
  const span = await spanOf(db, { from, to: undefined });
  const { rows } = await sql<Row>`
    select ranked.actor_id, users.name as actor_name, ranked.kind, ranked.record_id, latest.name, latest.action,
      ranked.changes, ranked.records
    from (
      select actor_id, kind, record_id, last_id,
        sum(changes) over (partition by actor_id, kind) as changes,
        count(*) over (partition by actor_id, kind) as records,
        row_number() over (partition by actor_id, kind order by last_id desc) as place
      from (
        select coalesce(actor_id, 0) as actor_id, kind, record_id, count(*) as changes, max(id) as last_id
        from audit_log where id >= ${span.first} and cause_id is null
        group by coalesce(actor_id, 0), kind, record_id
      ) as changed
    ) as ranked
    inner join audit_log as latest on latest.id = ranked.last_id
    left join users on users.id = ranked.actor_id
    where ranked.place <= ${MAX_SUMMARY_RECORDS}
    order by ranked.last_id desc`.execute(db);
  return {
    users: [...Map.groupBy(rows, ({ actor_id }) => actor_id)].map(([id, own]) => toUserChanges(id, own)),
  };
}
