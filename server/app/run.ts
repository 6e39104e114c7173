import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { startHousekeeping } from './background.ts';
import { type Dependencies, openDependencies } from './dependencies.ts';
import { readConfig } from './config.ts';
import { createFeatures } from './features.ts';
import type { Lifecycle } from '#server/core/http/lifecycle';
import { createJobHandlers } from './job-handlers.ts';
import { prepareSandbox } from '#server/core/jobs/sandbox';
import { startWorkers } from '#server/core/jobs/workers';
import { assertSecretsReadable, createSecrets } from '#server/core/auth/secrets';
import { noticeMessages, noticesOf } from '#server/features/system/notices';
import { setMediaBase } from '#server/core/media/media-url';
import { readVersion } from '#server/core/package-root';
import { makeStartWrites } from './start-writes.ts';
import { stopOnSignal } from './shutdown.ts';

const WAIT_FOR_CHECK_MS = 10_000;
/** So many bytes or milliseconds of the log are written at once: a write for each line costs more than most answers. */
const LOG_BYTES = 4096;
const LOG_MS = 200;

/** Runs the server until SIGTERM or SIGINT. @throws what keeps it from starting, with everything closed again. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const dependencies = await openDependencies(config);
  try {
    const logger = pino(
      { level: config.logLevel },
      pino.destination({ dest: 1, sync: false, minLength: LOG_BYTES, periodicFlush: LOG_MS }),
    );
    await assertSecretsReadable(dependencies.database.kysely, createSecrets(config.secretsKeys));
    const generated = await makeStartWrites(dependencies, (error) =>
      logger.error({ err: error }, 'a write of the start failed'),
    );
    const { writes } = dependencies.database;
    if (writes.problem() !== undefined)
      logger.warn({ reason: writes.problem() }, 'changes are refused for now');
    for (const notice of noticesOf(config)) logger.warn({ notice }, noticeMessages[notice]);
    await waitForIntegrityCheck(dependencies);
    const lifecycle: Lifecycle = { phase: 'serving' };
    setMediaBase(config.mediaBaseUrl);
    const features = createFeatures(dependencies);
    const app = await buildApp({ ...dependencies, features, lifecycle, version: readVersion(), logger });
    const address = await app.listen({ host: config.host, port: config.port });
    void prepareSandbox();
    process.stdout.write(announcement(dependencies, address, generated));
    const unfollow = dependencies.settings.follow((error) =>
      app.log.warn({ err: error }, 'settings not read'),
    );
    const housekeeping = startHousekeeping(app, features.list, {
      hasJobs: config.jobs,
      isWritable: () => writes.problem() === undefined,
    });
    const workers = config.jobs
      ? startWorkers({
          database: dependencies.database,
          queue: dependencies.jobs,
          handlers: createJobHandlers(dependencies, features),
          log: app.log,
        })
      : undefined;
    stopOnSignal({
      app,
      lifecycle,
      graceMs: config.stopGraceMs,
      leave: () => workers?.stop() ?? Promise.resolve(),
      close: () => {
        clearInterval(housekeeping);
        unfollow();
        return dependencies.close();
      },
    });
  } catch (error) {
    await dependencies.close();
    throw error;
  }
}

/** A short look ends before the first request; a long one goes on beside it, and readiness tells. @throws AppError on damage */
async function waitForIntegrityCheck({ database }: Dependencies): Promise<void> {
  await Promise.race([
    database.dialect.watchForDamage(),
    delay(WAIT_FOR_CHECK_MS, undefined, { ref: false }),
  ]);
  await database.ping();
}

function announcement(
  { config, settings }: Dependencies,
  address: string,
  generatedPassword: string | undefined,
): string {
  const password =
    generatedPassword !== undefined
      ? `${generatedPassword}   (generated; shown only once)`
      : config.adminPassword !== undefined
        ? 'set by ADMIN_PASSWORD'
        : 'unchanged since first start';
  const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/, '//');
  return [
    '',
    `  ${settings.values().product_name} is ready`,
    '',
    `  Open      ${address}`,
    `  E-mail    ${config.adminEmail}`,
    `  Password  ${password}`,
    `  Data      ${withoutPassword(config.databaseUrl)}`,
    `  Files     ${withoutPassword(config.blobStoreUrl).split('?')[0]}`,
    '',
    '',
  ].join('\n');
}
