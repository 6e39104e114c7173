import { openDatabase } from '#server/core/db/open';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { startWorkers } from '#server/core/jobs/workers';

/*
 * Runs jobs of the database in the first argument. The second argument is the number of concurrent jobs. Every second job never ends. The
 * process reports when all slots contain such jobs, and waits to be killed.
 */
const [databaseUrl = '', capacity = '1'] = process.argv.slice(2);
const heavy = Number(capacity);
const database = await openDatabase(databaseUrl);
let startedCount = 0;
let stuck = 0;
const silent = () => undefined;
startWorkers({
  database,
  queue: createJobQueue(database),
  log: { info: silent, warn: silent, error: silent },
  capacity: { heavy, light: 1, short: 1 },
  handlers: [
    {
      kind: 'audio-analysis',
      weight: 'heavy',
      async run({ jobId }) {
        startedCount += 1;
        if (startedCount % 2 === 0) {
          stuck += 1;
          if (stuck === heavy) process.send?.('stuck');
          await new Promise(silent);
        }
        return {
          commit: async (trx) =>
            void (await trx
              .updateTable('jobs')
              .set({ title: 'Done once' })
              .where('id', '=', jobId)
              .execute()),
        };
      },
    },
  ],
});
// The polls alone do not prevent the end of the process.
setInterval(silent, 60_000);
