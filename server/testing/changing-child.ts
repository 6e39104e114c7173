import { openDependencies } from '#server/app/dependencies';
import { bulkKind } from '#server/features/bulk/bulk.jobs';
import { readConfig } from '#server/app/config';
import { createJobHandlers } from '#server/app/job-handlers';
import { startWorkers } from '#server/core/jobs/workers';

/*
 * A process that runs a bulk edit. It is killed a moment after a given part of it is done, during the next part. Used by
 * kill-change.test.ts.
 */

const MOMENT_MS = 2;
const [dataDir, databaseUrl, share = '0.5'] = process.argv.slice(2);
const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ADMIN_EMAIL: 'admin@example.org' };
const dependencies = await openDependencies(readConfig(env));
const handlers = createJobHandlers(dependencies)
  .filter(({ kind }) => kind === bulkKind)
  .map((handler) => ({
    ...handler,
    run: (context: Parameters<typeof handler.run>[0]) =>
      handler.run({
        ...context,
        progress(fraction: number) {
          if (fraction >= Number(share)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), MOMENT_MS);
        },
      }),
  }));
const quiet = () => undefined;
startWorkers({
  database: dependencies.database,
  queue: dependencies.jobs,
  handlers,
  log: { info: quiet, warn: quiet, error: quiet },
});
