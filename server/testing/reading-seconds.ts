import type { Database } from '#server/core/db/open';

/** What the counters say of reading times, in seconds by language. */
export async function booksByLanguage({ kysely }: Database): Promise<Record<number, number>> {
  const rows = await kysely
    .selectFrom('book_counts')
    .select(['language', (eb) => eb.fn.sum<number | string>('reading_seconds').as('seconds')])
    .groupBy('language')
    .execute();
  return Object.fromEntries(rows.map(({ language, seconds }) => [language, Number(seconds)]));
}
