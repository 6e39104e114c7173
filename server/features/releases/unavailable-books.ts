import type { Transaction } from 'kysely';
import { parseRights } from '#contract/books/rights';
import type { MobileService } from '#contract/mobile-home/mobile-home';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';

/** The time and the service in which books are shown. */
interface Showing {
  /** In UTC. */
  readonly day: string;
  readonly service: MobileService;
}

/** Returns the names of the books that a service may show in no country that day, because of their rights or an embargo. */
export async function unavailableBooks(
  trx: Transaction<Schema>,
  ids: readonly number[],
  { day, service }: Showing,
): Promise<string[]> {
  const isShown = ({ rights, embargo_date }: { readonly rights: string; readonly embargo_date: string }) =>
    embargo_date <= day &&
    (rights === '' ||
      parseRights(rights).some(
        ({ from = '', to, service: only = service }) =>
          from <= day && (to === undefined || to >= day) && only === service,
      ));
  const names: string[] = [];
  for (const batch of batches(ids)) {
    const rows = await trx
      .selectFrom('books')
      .select(['name', 'rights', 'embargo_date'])
      .where('id', 'in', batch)
      .where((eb) => eb.or([eb('rights', '!=', ''), eb('embargo_date', '>', day)]))
      .execute();
    names.push(...rows.filter((row) => !isShown(row)).map(({ name }) => name));
  }
  return names;
}
