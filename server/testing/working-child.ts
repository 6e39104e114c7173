import { openDatabase } from '#server/core/db/open';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { startWorkers } from '#server/core/jobs/workers';

/*
 * Works off jobs of the database of its first argument, as many at once as its second argument says. Every other one it never ends: when it
 * has so many of them it says so, and waits to be killed.
 */
const [databaseUrl = '', room = '1'] = process.argv.slice(2);
const heavy = Number(room);
const database = await openDatabase(databaseUrl);
let startedCount = 0;
let stuck = 0;
const silent = () => undefined;
startWorkers({
  database,
  queue: createJobQueue(database),
  log: { info: silent, warn: silent, error: silent },
  room: { heavy, light: 1, short: 1 },
  handlers: [
    {
      kind: 'read',
      weight: 'heavy',
      doneNote: null,
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
// Looks for jobs hold no process.
setInterval(silent, 60_000);
