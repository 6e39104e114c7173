import { type Logger, pino } from 'pino';
import { type Dependencies, openDependencies } from './dependencies.ts';
import { type Config, readConfig } from './config.ts';
import { withoutSecrets } from '#server/core/db/arrive';
import { movedMessage, watchForMove } from './current-database.ts';
import { releaseMemoryWhenIdle } from './idle-memory.ts';
import { type RunningServer, mountServer } from './running-server.ts';
import { prepareSandbox } from '#server/core/jobs/sandbox';
import { assertSecretsReadable, createSecrets } from '#server/core/auth/secrets';
import { noticeMessages, noticesOf } from '#server/features/system/notices';
import { setMediaBase } from '#server/core/media/media-url';
import { makeStartWrites } from './start-writes.ts';
import { stopOnSignal } from './shutdown.ts';

/** The log is written after this number of bytes or milliseconds, because a write per line costs more than most responses. */
const LOG_BYTES = 4096;
const LOG_MS = 200;

/** Runs the server until SIGTERM or SIGINT. @throws the error of the start, after all resources are closed */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const logger = pino(
    { level: config.logLevel },
    pino.destination({ dest: 1, sync: false, minLength: LOG_BYTES, periodicFlush: LOG_MS }),
  );
  setMediaBase(config.mediaBaseUrl);
  let current = await startServer(config, logger);
  const follow = (): (() => void) =>
    watchForMove(current.dependencies.database, {
      async onMove() {
        const next = await mountServer(await openDependencies(config), logger);
        await current.replaceWith(next);
        current = next;
        logger.warn({ database: withoutSecrets(next.dependencies.config.databaseUrl) }, movedMessage);
        unwatch = follow();
      },
      onError: (error) => logger.error({ err: error }, 'failed to open the database of the moved catalogue'),
    });
  let unwatch = follow();
  const endRelease = releaseMemoryWhenIdle();
  stopOnSignal({
    get app() {
      return current.app;
    },
    get lifecycle() {
      return current.lifecycle;
    },
    graceMs: config.stopGraceMs,
    releaseJobs: () => current.releaseJobs(),
    close: () => {
      endRelease();
      unwatch();
      return current.close();
    },
  });
}

/** Starts the first server of the process. */
async function startServer(config: Config, logger: Logger): Promise<RunningServer> {
  const dependencies = await openDependencies(config);
  try {
    await assertSecretsReadable(dependencies.database.kysely, createSecrets(config.secretsKeys));
    const generatedPassword = await makeStartWrites(dependencies, (error) =>
      logger.error({ err: error }, 'a write at startup failed'),
    );
    const { writes } = dependencies.database;
    if (writes.problem() !== undefined)
      logger.warn({ reason: writes.problem() }, 'the database rejects changes');
    for (const notice of noticesOf(config)) logger.warn({ notice }, noticeMessages[notice]);
    if (dependencies.config.databaseUrl !== config.databaseUrl)
      logger.warn({ database: withoutSecrets(dependencies.config.databaseUrl) }, movedMessage);
    const server = await mountServer(dependencies, logger);
    const address = await server.listen(config.port);
    void prepareSandbox();
    process.stdout.write(announcement(dependencies, address, generatedPassword));
    return server;
  } catch (error) {
    await dependencies.close();
    throw error;
  }
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
  return [
    '',
    `  ${settings.values().product_name} is ready`,
    '',
    `  Open      ${address}`,
    `  Email     ${config.adminEmail}`,
    `  Password  ${password}`,
    `  Data      ${withoutSecrets(config.databaseUrl)}`,
    `  Files     ${withoutSecrets(config.blobStoreUrl)}`,
    '',
    '',
  ].join('\n');
}
