import { type Logger, pino } from 'pino';
import { openDependencies } from './dependencies.ts';
import { type Config, readConfig } from './config.ts';
import { withoutSecrets } from '#server/core/db/arrive';
import { movedMessage, watchForMove } from './current-database.ts';
import { createJobHandlers } from './job-handlers.ts';
import { startWorkers } from '#server/core/jobs/workers';

/** Runs background jobs without a server until SIGTERM or SIGINT. @throws the error of the start */
export async function work(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 1, sync: false }));
  let current = await startWorker(config, log);
  const follow = (): (() => void) =>
    watchForMove(current.database, {
      async onMove() {
        const next = await startWorker(config, log);
        await current.stop();
        current = next;
        log.warn({ database: withoutSecrets(next.databaseUrl) }, movedMessage);
        unwatch = follow();
      },
      onError: (error) => log.error({ err: error }, 'failed to open the database of the moved catalogue'),
    });
  let unwatch = follow();
  log.info('running jobs');
  await waitForSignal();
  unwatch();
  await current.stop();
}

async function startWorker(config: Config, log: Logger) {
  const dependencies = await openDependencies(config);
  const unfollow = dependencies.settings.follow((error) =>
    log.warn({ err: error }, 'failed to read settings'),
  );
  const workers = startWorkers({
    database: dependencies.database,
    queue: dependencies.jobs,
    handlers: createJobHandlers(dependencies),
    log,
  });
  return {
    database: dependencies.database,
    databaseUrl: dependencies.config.databaseUrl,
    async stop(): Promise<void> {
      await workers.stop();
      unfollow();
      await dependencies.close();
    },
  };
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    // Keeps the process alive while it waits for the database, because the polling of jobs does not.
    const alive = setInterval(() => undefined, 60_000);
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        clearInterval(alive);
        resolve();
      });
  });
}
