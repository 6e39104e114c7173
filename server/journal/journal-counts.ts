import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { JournalQuery } from '#contract/journal';
import type { Schema } from '#server/db/schema';

type Filter = Omit<JournalQuery, 'page' | 'items_per_page'>;

/** How many entries pass a filter. */
export async function countEntries(
  _db: Kysely<Schema>,
  _filter: Filter,
  selected: SelectQueryBuilder<Schema, 'journal', { id: number }>,
): Promise<number> {
  const { total } = await selected
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
