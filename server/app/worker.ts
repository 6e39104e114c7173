import { pino } from 'pino';
import { openDependencies } from './dependencies.ts';
import { readConfig } from './config.ts';
import { createJobHandlers } from './job-handlers.ts';
import { startWorkers } from '#server/core/jobs/workers';

/** Works off background jobs, without a server, until SIGTERM or SIGINT. @throws what keeps it from starting */
export async function work(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const dependencies = await openDependencies(config);
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 1, sync: false }));
  const unfollow = dependencies.settings.follow((error) => log.warn({ err: error }, 'settings not read'));
  const workers = startWorkers({
    database: dependencies.database,
    queue: dependencies.jobs,
    handlers: createJobHandlers(dependencies),
    log,
  });
  log.info('working off jobs');
  await signalled();
  await workers.stop();
  unfollow();
  await dependencies.close();
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    // Nothing else may hold the process: looks for jobs do not, while the database is being waited for.
    const alive = setInterval(() => undefined, 60_000);
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        clearInterval(alive);
        resolve();
      });
  });
}
