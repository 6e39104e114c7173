import { type Kysely, sql } from 'kysely';
import type { JournalAction, JournalActor } from '#contract/journal';
import { addDays } from '#contract/periods';
import type { Schema } from '#server/db/schema';
import { countedUpTo, wholeMonths } from './journal-counts.ts';

interface Person {
  readonly actor: JournalActor['actor'];
  readonly actions: Readonly<Record<JournalAction, number>>;
}

const noActions = { created: 0, changed: 0, deleted: 0, restored: 0, purged: 0 };

interface Row {
  readonly actor_id: number;
  readonly name: string | null;
  readonly action: JournalAction;
  readonly entries: number;
}

/** What everybody did between two days, both included; without days, in the whole journal. Those who did most come first. */
export async function peopleInJournal(
  db: Kysely<Schema>,
  days?: { readonly from: string; readonly to: string },
): Promise<Person[]> {
  const after = await countedUpTo(db);
  const end = days && addDays(days.to, 1);
  const months = days && end !== undefined ? wholeMonths(days.from, end) : undefined;
  const isCounted = months
    ? sql`(grain = 'month' and starts_on >= ${months.from} and starts_on < ${months.to})
        or (grain = 'day' and starts_on >= ${days?.from} and starts_on < ${months.from})
        or (grain = 'day' and starts_on >= ${months.to} and starts_on < ${end})`
    : sql`grain = 'all'`;
  const isSince = days ? sql`at >= ${`${days.from}T`} and at < ${`${end}T`}` : sql`1 = 1`;
  const { rows } = await sql<Row>`
    select found.actor_id, users.name, found.action, sum(found.entries) as entries from (
      select actor_id, action, entries from journal_counts where ${isCounted}
      union all
      select coalesce(actor_id, 0), action, 1 from journal where id > ${after} and ${isSince}
    ) as found left join users on users.id = found.actor_id
    group by found.actor_id, users.name, found.action`.execute(db);
  const sumOf = ({ actions }: Person) => Object.values(actions).reduce((sum, count) => sum + count, 0);
  return [...Map.groupBy(rows, ({ actor_id }) => actor_id)]
    .map(([id, own]): Person => {
      const counts = Object.fromEntries(own.map(({ action, entries }) => [action, entries]));
      return {
        actor: id === 0 ? null : { id, name: own[0]?.name ?? '' },
        actions: { ...noActions, ...counts },
      };
    })
    .toSorted((a, b) => sumOf(b) - sumOf(a) || (a.actor?.id ?? 0) - (b.actor?.id ?? 0));
}
