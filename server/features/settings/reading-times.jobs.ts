import { countOf } from '#contract/core/format-count';
import { type Transaction, sql } from 'kysely';
import { z } from 'zod';
import { backgroundWork } from '#server/core/background-work';
import type { SettingValues } from '#contract/settings/declared';
import { lockForBookChange } from '#server/core/db/catalogue';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import type { JobQueue } from '#server/core/jobs/job-queue';
import { type JobHandler, defineJob } from '#server/core/jobs/job';
import { readingSpeedOf } from '#server/features/books/reading-time';
import { readVersions } from '#server/core/settings/rows';
import type { Settings } from '#server/core/settings/settings';

export const readingTimesKind = 'reading-times';

/** The maximum number of books per transaction. */
const BATCH = 500;
/** After this delay every process uses the new speeds for new writes. */
const AFTER_MS = 2_000;

/** Enqueues the books in languages with a changed reading speed, in the transaction that changes the settings. */
export async function enqueueReadingTimes(
  jobs: Pick<JobQueue, 'enqueue'>,
  trx: Transaction<Schema>,
  { before, after, userId }: { before: SettingValues; after: SettingValues; userId: number },
): Promise<void> {
  const codes = [...before.languages, ...after.languages].map(({ code }) => code);
  const changedLanguages = [...new Set(codes)].filter(
    (code) => readingSpeedOf(code, before.languages) !== readingSpeedOf(code, after.languages),
  );
  if (changedLanguages.length === 0) return;
  const { catalogue } = await readVersions(trx);
  await jobs.enqueue(
    {
      kind: readingTimesKind,
      // Each change has a separate job, because a running job may have processed some of the books.
      subjectId: catalogue,
      title: 'Reading times',
      payload: { languages: changedLanguages },
      userId,
      runAt: new Date(Date.now() + AFTER_MS),
    },
    trx,
  );
}

/** Computes `readingTimeOf` with integers; half a second is rounded up. */
const secondsOf = (speed: number) => sql<number>`case
  when (cast(word_count as bigint) * 120 + ${sql.lit(speed)}) / ${sql.lit(2 * speed)} < 1 then 1
  else (cast(word_count as bigint) * 120 + ${sql.lit(speed)}) / ${sql.lit(2 * speed)} end`;

/** Updates the reading times of a language's books, and the counters. */
async function write(
  trx: Transaction<Schema>,
  {
    ids,
    language,
    speed,
  }: { readonly ids: readonly number[]; readonly language: number; readonly speed: number },
) {
  const seconds = secondsOf(speed);
  const cells = await trx
    .selectFrom('books')
    .select(['category_id', 'sub_category_id', 'is_backup'])
    .select(sql<number>`sum(${seconds} - reading_time)`.as('more'))
    .where('id', 'in', ids)
    .where('language', '=', language)
    .where('word_count', '>', 0)
    .groupBy(['category_id', 'sub_category_id', 'is_backup'])
    .execute();
  for (const { category_id, sub_category_id, is_backup, more } of cells)
    await trx
      .updateTable('book_counts')
      .set({ reading_seconds: sql`reading_seconds + ${more}` })
      .where('language', '=', language)
      .where('category_id', '=', category_id ?? 0)
      .where('sub_category_id', '=', sub_category_id ?? 0)
      .where('is_backup', '=', is_backup)
      .execute();
  await trx
    .updateTable('books')
    .set({ reading_time: seconds })
    .where('id', 'in', ids)
    .where('language', '=', language)
    .where('word_count', '>', 0)
    .execute();
}

/**
 * Updates reading times in batches. The transaction of each batch updates the counters too. Versions of books do not change, so edits by
 * users do not conflict.
 */
export function createReadingTimesJob(deps: {
  readonly database: Database;
  readonly settings: Settings;
}): JobHandler {
  const { database, settings } = deps;
  const { kysely: db } = database;
  return defineJob({
    kind: readingTimesKind,
    weight: 'light',
    payload: z.object({ languages: z.array(z.int()) }),
    async run({ payload, signal, progress }) {
      let books = 0;
      const { last_book_id: end } = await db
        .selectFrom('catalogue')
        .select('last_book_id')
        .executeTakeFirstOrThrow();
      let after = 0;
      const step = async (size: number) => {
        const rows = await db
          .selectFrom('books')
          .select('id')
          .where('id', '>', after)
          .where('language', 'in', payload.languages)
          .where('word_count', '>', 0)
          .orderBy('id')
          .limit(Math.ceil(BATCH * size))
          .execute();
        const ids = rows.map(({ id }) => id);
        const last = ids.at(-1);
        if (last === undefined) return false;
        await settings.renew();
        const { languages } = settings.values();
        await inTransaction(database, async (trx) => {
          await lockForBookChange(trx, null);
          for (const language of payload.languages)
            await write(trx, { ids, language, speed: readingSpeedOf(language, languages) });
        });
        books += ids.length;
        after = last;
        progress(last / Math.max(end, last), countOf(books, 'book'));
        return true;
      };
      await backgroundWork.run('Reading times', step, { signal, isWaitedFor: true });
      return { result: { books } };
    },
  });
}
