import { sql } from 'kysely';
import type { Database } from '#server/core/db/open';
import { readJobKind } from './imports.repository.ts';

/** Sets imports to failed when their parse job failed or was cancelled. */
export async function settleAbandoned({ kysely: db }: Database): Promise<void> {
  const rows = await db
    .selectFrom('imports')
    .select('imports.id')
    .where('state', '=', 'reading')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.kind', '=', readJobKind)
            .where('jobs.subject_id', '=', sql<string>`cast(imports.id as text)`)
            .where('jobs.state', 'in', ['queued', 'running']),
        ),
      ),
    )
    .execute();
  for (const { id } of rows) {
    const job = await db
      .selectFrom('jobs')
      .select(['error', 'state'])
      .where('kind', '=', readJobKind)
      .where('subject_id', '=', String(id))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const error =
      job?.error ?? (job?.state === 'cancelled' ? 'Processing was cancelled.' : 'Processing failed.');
    await db
      .updateTable('imports')
      .set({
        state: 'failed',
        error,
        warning_count: 1,
        problems: JSON.stringify([error]),
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .where('state', '=', 'reading')
      .execute();
  }
}
