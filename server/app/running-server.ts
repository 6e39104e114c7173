import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Lifecycle } from '#server/core/http/lifecycle';
import { startWorkers } from '#server/core/jobs/workers';
import { readVersion } from '#server/core/package-root';
import { buildApp } from './app.ts';
import { startHousekeeping } from './background.ts';
import type { Dependencies } from './dependencies.ts';
import { createFeatures } from './features.ts';
import { createJobHandlers } from './job-handlers.ts';

/** The port is free when the previous server of this process no longer listens. */
const PORT_RETRY_MS = 5;
const PORT_WITHIN_MS = 10_000;
/** The first check for damage begins after the first requests. */
const FIRST_CHECK_MS = 5_000;

const isInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

export type RunningServer = Awaited<ReturnType<typeof mountServer>>;

/** Builds the app with its dependencies. `listen` starts the listener, background work and jobs. */
export async function mountServer(dependencies: Dependencies, logger: Logger) {
  const { config, database } = dependencies;
  void database.dialect.watchForDamage(
    (damage) => logger.error({ damage }, 'the database is damaged and rejects changes'),
    FIRST_CHECK_MS,
  );
  const lifecycle: Lifecycle = { phase: 'starting' };
  const features = createFeatures(dependencies);
  const app = await buildApp({
    ...dependencies,
    features,
    lifecycle,
    version: readVersion(),
    logger,
    willListen: true,
  });
  let stopJobs: () => Promise<void> = async () => undefined;
  let stopOthers: () => void = () => undefined;

  function startBackground(): void {
    const unfollow = dependencies.settings.follow((error) =>
      app.log.warn({ err: error }, 'failed to read settings'),
    );
    const stopHousekeeping = startHousekeeping(app, features.list, {
      hasJobs: config.jobs,
      isWritable: () => database.writes.problem() === undefined,
    });
    stopOthers = () => {
      stopHousekeeping();
      unfollow();
    };
    if (!config.jobs) return;
    const workers = startWorkers({
      database,
      queue: dependencies.jobs,
      handlers: createJobHandlers(dependencies, features),
      log: app.log,
    });
    stopJobs = () => workers.stop();
  }

  const server = {
    app,
    lifecycle,
    dependencies,
    async listen(port: number): Promise<string> {
      const address = await app.listen({ host: config.host, port });
      startBackground();
      return address;
    },
    releaseJobs: () => stopJobs(),
    close(): Promise<void> {
      stopOthers();
      return dependencies.close();
    },
    /** Closes the listener so that another server can listen on the port. Running requests are completed. */
    async replaceWith(next: { listen(port: number): Promise<string> }): Promise<void> {
      const address = app.server.address();
      const port = typeof address === 'object' && address ? address.port : config.port;
      lifecycle.phase = 'closing';
      // The listener is closed first, because the app would run its hooks before it closes the listener.
      app.server.close();
      const deadline = performance.now() + PORT_WITHIN_MS;
      for (;;) {
        try {
          await next.listen(port);
          break;
        } catch (error) {
          if (!isInUse(error) || performance.now() > deadline) throw error;
        }
        await delay(PORT_RETRY_MS);
      }
      await Promise.all([app.close(), stopJobs()]);
      await server.close();
    },
  };
  return server;
}
