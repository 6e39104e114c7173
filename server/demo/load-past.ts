import { addDays, periodsOf, toDay } from '#contract/analytics/periods';
import type { Book } from '#contract/books/books';
import type { Dependencies } from '#server/app/dependencies';
import { batches } from '#server/core/db/batches';
import type { HomeDeliveriesTable } from '#server/core/db/tables/projections';
import { everything } from './lists.ts';

/** The number of days over which the demo books were added. */
const bookDays = 330;
/** The number of days with requests of home screens. */
const deliveryDays = 180;

/**
 * Creates history for the analytics of the demo: books added over months, and home screens requested by apps. Analytics read the creation
 * times of books at their first refresh, so this runs earlier.
 */
export async function loadPast(
  dependencies: Dependencies,
  books: ReadonlyMap<string, Book>,
  now = new Date(),
): Promise<void> {
  await spreadBooks(dependencies, books, now);
  await addDeliveries(dependencies, toDay(now));
}

async function spreadBooks(
  { database }: Dependencies,
  books: ReadonlyMap<string, Book>,
  now: Date,
): Promise<void> {
  const ids = [...books.values()].map(({ id }) => id).toSorted((a, b) => a - b);
  await database.kysely.transaction().execute(async (trx) => {
    for (const [index, id] of ids.entries()) {
      // Several books share some days, as in a real team.
      const daysAgo = Math.floor(bookDays * (1 - (index + 1) / ids.length) ** 1.2);
      const time = new Date(
        now.getTime() - daysAgo * 86_400_000 - (ids.length - index) * 1_000,
      ).toISOString();
      await trx
        .updateTable('books')
        .set({ created_at: time, updated_at: time })
        .where('id', '=', id)
        .execute();
    }
  });
}

/** Returns the number of requests of a day, with more at weekends and an increase from month to month. */
function requestsOn(daysAgo: number, index: number): number {
  const growth = 1 - daysAgo / (deliveryDays * 1.4);
  const week = 1 + 0.25 * Math.sin((daysAgo * 2 * Math.PI) / 7);
  return Math.round((240 / (index + 1)) * growth * week);
}

async function addDeliveries({ database, services }: Dependencies, today: string): Promise<void> {
  const all = await everything((page) => services.mobileConfigs.list(page));
  // Most apps use the main service.
  const configs = all.toSorted((a, b) => Number(b.is_main_service) - Number(a.is_main_service));
  const rows = new Map<string, HomeDeliveriesTable>();
  for (let daysAgo = deliveryDays - 1; daysAgo >= 0; daysAgo -= 1)
    for (const [index, { id }] of configs.entries()) {
      const calls = requestsOn(daysAgo, index);
      for (const period of periodsOf(addDays(today, -daysAgo))) {
        const name = `${period.interval} ${period.starts_on} ${id}`;
        const row = rows.get(name) ?? { ...period, mobile_config_id: id, calls: 0, unchanged: 0 };
        row.calls += calls;
        row.unchanged += Math.round(calls * 0.62);
        rows.set(name, row);
      }
    }
  for (const batch of batches([...rows.values()]))
    await database.kysely
      .insertInto('home_deliveries')
      .values([...batch])
      // An interrupted load has stored some of the rows.
      .onConflict((clash) => clash.columns(['interval', 'starts_on', 'mobile_config_id']).doNothing())
      .execute();
}
