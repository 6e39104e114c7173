import { sql } from 'kysely';
import { periodsOf, toDay } from '#contract/analytics/periods';
import { batches } from '#server/core/db/batches';
import type { Database } from '#server/core/db/open';
import type { HomeDeliveriesTable } from '#server/core/db/tables/projections';

/**
 * Counts deliveries of each home screen in memory; `flush` adds them to the stored counts. A killed process loses the counts of a few
 * seconds.
 */
export function createDeliveries({ kysely }: Pick<Database, 'kysely'>) {
  let countedDeliveries = new Map<string, HomeDeliveriesTable>();

  return {
    /** @param isUnchanged true when the app already had this response */
    count(mobile_config_id: number, isUnchanged: boolean): void {
      for (const period of periodsOf(toDay(new Date()))) {
        const name = `${period.interval} ${period.starts_on} ${mobile_config_id}`;
        const row = countedDeliveries.get(name) ?? { ...period, mobile_config_id, calls: 0, unchanged: 0 };
        row.calls += 1;
        row.unchanged += Number(isUnchanged);
        countedDeliveries.set(name, row);
      }
    },

    /** Stores the counts; those that could not be stored are included in the next flush. */
    async flush(): Promise<void> {
      const countsToStore = countedDeliveries;
      if (countsToStore.size === 0) return;
      countedDeliveries = new Map();
      try {
        await kysely.transaction().execute(async (trx) => {
          for (const batch of batches([...countsToStore.values()]))
            await trx
              .insertInto('home_deliveries')
              .values([...batch])
              .onConflict((clash) =>
                clash.columns(['interval', 'starts_on', 'mobile_config_id']).doUpdateSet({
                  calls: sql`home_deliveries.calls + excluded.calls`,
                  unchanged: sql`home_deliveries.unchanged + excluded.unchanged`,
                }),
              )
              .execute();
        });
      } catch (error) {
        for (const [name, row] of countedDeliveries) {
          const before = countsToStore.get(name);
          if (before)
            countsToStore.set(name, {
              ...row,
              calls: before.calls + row.calls,
              unchanged: before.unchanged + row.unchanged,
            });
          else countsToStore.set(name, row);
        }
        countedDeliveries = countsToStore;
        throw error;
      }
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;
