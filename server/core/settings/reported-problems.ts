import type { Transaction } from 'kysely';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';

interface CurrentProblems<Problem extends string> {
  /** The key of the row in `settings` with the problems that were reported. */
  readonly key: string;
  /** The keys of all current problems. */
  readonly problems: readonly Problem[];
  readonly at: Date;
}

/**
 * Reports each problem once, in the transaction that stores that it was reported. Only one of several processes reports it. A problem
 * that was solved and occurs again is reported again.
 */
export async function reportNewProblems<Problem extends string>(
  database: Database,
  { key, problems, at }: CurrentProblems<Problem>,
  report: (trx: Transaction<Schema>, problem: Problem) => Promise<void>,
): Promise<void> {
  const value = JSON.stringify(problems);
  const row = await database.kysely
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  const reportedProblems = row?.value ?? '[]';
  if (value === reportedProblems) return;
  await inTransaction(database, async (trx) => {
    const changed_at = at.toISOString();
    await trx
      .insertInto('settings')
      .values({ key, value: '[]', changed_at, changed_by: null })
      .onConflict((clash) => clash.doNothing())
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable('settings')
      .set({ value, changed_at })
      .where('key', '=', key)
      .where('value', '=', reportedProblems)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    const before = new Set(JSON.parse(reportedProblems) as string[]);
    for (const problem of problems) if (!before.has(problem)) await report(trx, problem);
  });
}
