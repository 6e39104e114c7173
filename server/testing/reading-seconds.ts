import type { Database } from '#server/core/db/open';

/** Returns the reading times of the counters in seconds, by language. */
export async function booksByLanguage({ kysely }: Database): Promise<Record<number, number>> {
  const rows = await kysely
    .selectFrom('book_counts')
    .select(['language', (eb) => eb.fn.sum<number | string>('reading_seconds').as('seconds')])
    .groupBy('language')
    .execute();
  return Object.fromEntries(rows.map(({ language, seconds }) => [language, Number(seconds)]));
}
