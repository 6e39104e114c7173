import { type Kysely, sql } from 'kysely';
import { type AuditLogAction, type AuditLogActor, auditLogActions } from '#contract/audit-log/audit-log';
import { addDays } from '#contract/analytics/periods';
import type { Schema } from '#server/core/db/schema';
import { atMidnight, spanOf } from './read-audit-log.ts';
import { ALL_USERS, EVERY_DAY, NO_DAY, countedUpTo, wholeMonths } from './audit-log-counts.ts';

interface UserActions {
  readonly actor: AuditLogActor['actor'];
  readonly actions: Readonly<Record<AuditLogAction, number>>;
}

const noActions = { created: 0, changed: 0, deleted: 0, restored: 0, purged: 0 };

interface Row {
  readonly actor_id: number;
  readonly name: string | null;
  readonly action: AuditLogAction;
  readonly entries: number;
}

/**
 * Returns the number of actions per user between two days, both inclusive, or in the whole audit log. Users with the most actions
 * are first.
 */
export async function auditLogUsers(
  db: Kysely<Schema>,
  days?: { readonly from: string; readonly to: string },
): Promise<UserActions[]> {
  const after = await countedUpTo(db);
  const end = days && addDays(days.to, 1);
  const months = days && end !== undefined ? wholeMonths(days.from, end) : undefined;
  const actionCounts = sql.join(auditLogActions.map((action) => sql.lit(action)));
  /**
   * Selects the counts of a range of periods. The end is exclusive. The query reads each user separately, so that each read is short.
   * SQLite executes a cross join in the written order, whatever its statistics are.
   */
  const countsByActor = (interval: string, from: string, to: string) => sql`
    select actors.actor_id, counted.action, counted.entries from audit_log_counts as actors cross join audit_log_counts as counted
    where actors.interval = 'all' and actors.kind = '' and actors.action = '' and actors.actor_id <> ${ALL_USERS}
      and counted.interval = ${interval} and counted.kind = '' and counted.action in (${actionCounts})
      and counted.actor_id = actors.actor_id and counted.starts_on >= ${from} and counted.starts_on < ${to}`;
  const queries =
    days && months && end !== undefined
      ? [
          countsByActor('day', days.from, months.from),
          countsByActor('month', months.from, months.to),
          countsByActor('day', months.to, end),
        ]
      : [countsByActor('all', NO_DAY, EVERY_DAY)];
  // Uses ids, because an index by time would read all entries of the days.
  const span =
    days && end !== undefined
      ? await spanOf(db, { from: atMidnight(days.from), to: atMidnight(end) })
      : await spanOf(db, { from: undefined, to: undefined });
  const { rows } = await sql<Row>`
    select found.actor_id, users.name, found.action, sum(found.entries) as entries from (
      ${sql.join(queries, sql` union all `)}
      union all
      select coalesce(actor_id, 0), action, 1 from audit_log
      where id >= ${Math.max(span.first, after + 1)} and id < ${span.end}
    ) as found left join users on users.id = found.actor_id
    group by found.actor_id, users.name, found.action`.execute(db);
  const countActions = ({ actions }: UserActions) =>
    Object.values(actions).reduce((sum, count) => sum + count, 0);
  return [...Map.groupBy(rows, ({ actor_id }) => actor_id)]
    .map(([id, own]): UserActions => {
      const counts = Object.fromEntries(own.map(({ action, entries }) => [action, entries]));
      return {
        actor: id === 0 ? null : { id, name: own[0]?.name ?? '' },
        actions: { ...noActions, ...counts },
      };
    })
    .toSorted((a, b) => countActions(b) - countActions(a) || (a.actor?.id ?? 0) - (b.actor?.id ?? 0));
}
