import type { SecurityEvent, SecurityLogQuery } from '#contract/users/security-log';
import { securityEventKinds } from '#contract/users/security-events';
import { browserName } from '#server/core/auth/browsers';
import type { Database } from '#server/core/db/open';

const referenceOf = (id: number | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

/** Reads the security log, the latest entry first. */
export function createSecurityLog({ kysely: db }: Database) {
  const selectedEvents = ({ user_id, kind }: SecurityLogQuery) => {
    let rows = db.selectFrom('security_events');
    if (kind !== undefined) rows = rows.where('kind', '=', kind);
    if (user_id !== undefined)
      rows = rows.where((eb) => eb.or([eb('user_id', '=', user_id), eb('actor_id', '=', user_id)]));
    return rows;
  };

  return {
    async list(query: SecurityLogQuery): Promise<{ items: SecurityEvent[]; total: number }> {
      const { total } = await selectedEvents(query)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await selectedEvents(query)
        .leftJoin('users as subjects', 'subjects.id', 'security_events.user_id')
        .leftJoin('users as actors', 'actors.id', 'security_events.actor_id')
        .selectAll('security_events')
        .select(['subjects.name as user_name', 'actors.name as actor_name'])
        .orderBy('security_events.id', 'desc')
        .limit(query.items_per_page)
        .offset((query.page - 1) * query.items_per_page)
        .execute();
      const items = rows.flatMap((row): SecurityEvent[] => {
        const kind = securityEventKinds.find((candidate) => candidate === row.kind);
        if (!kind) return [];
        return [
          {
            id: row.id,
            at: row.at,
            kind,
            user: referenceOf(row.user_id, row.user_name),
            actor: referenceOf(row.actor_id, row.actor_name),
            address: row.address,
            browser: row.user_agent === '' ? '' : browserName(row.user_agent),
            detail: row.detail,
          },
        ];
      });
      return { items, total };
    },
  };
}

export type SecurityLog = ReturnType<typeof createSecurityLog>;
