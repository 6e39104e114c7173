import { sql } from 'kysely';
import { counterRow } from '#server/db/counter-row';
import type { Database } from '#server/db/open';
import { prepare } from '#server/db/prepared';
import { type Found, type RecordRule, recordRules } from './record-rules.ts';

const sumOfRevisions = prepare((db) =>
  db
    .selectFrom('catalogue')
    .select(sql<number>`revision + (select sum(revision) from record_lists)`.as('revision')),
);

export const isRecordRule = (rule: string): rule is RecordRule => Object.hasOwn(recordRules, rule);

/** What the rules about records other than books find, each read once until any process writes anything. */
export function createFoundRecords({ kysely }: Pick<Database, 'kysely'>) {
  let known = { revision: -1, byRule: new Map<RecordRule, Promise<Found>>() };

  return async function foundBy(rule: RecordRule): Promise<Found> {
    const { revision } = counterRow(await sumOfRevisions(kysely, {}), 'catalogue');
    if (revision > known.revision) known = { revision, byRule: new Map() };
    const { byRule } = known;
    // What it reads is not of the catalogue's revisions.
    if (rule === 'author_spelled_twice') return recordRules[rule](kysely);
    const found = byRule.get(rule) ?? recordRules[rule](kysely);
    byRule.set(rule, found);
    found.catch(() => byRule.delete(rule));
    return found;
  };
}

export type FoundRecords = ReturnType<typeof createFoundRecords>;
