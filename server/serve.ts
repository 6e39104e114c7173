import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { createAccounts } from './auth/accounts.ts';
import { createSessions } from './auth/sessions.ts';
import { type Backend, openBackend } from './backend.ts';
import { createSweeper } from './blobs/sweeper.ts';
import { forgetOldChanges } from './bulk/old-changes.ts';
import { readConfig } from './config.ts';
import { forgetOldIdempotencyKeys } from './http/idempotency.ts';
import { createTrashService } from './history/trash.service.ts';
import type { Lifecycle } from './http/lifecycle.ts';
import { createJobHandlers } from './job-handlers.ts';
import { startWorkers } from './jobs/workers.ts';
import { setMediaBase } from './media/media-url.ts';
import { livesOf } from './modules.ts';
import { forgetOldLetters } from './mail/mail.ts';
import { renewBuiltInRoles } from './people/built-in-roles.ts';
import { packageRoot } from './package-root.ts';
import { enqueueMissingScans } from './scans/scan-rows.ts';
import { forgetOldSheets } from './sheets/sheet-service.ts';
import { stopOnSignal } from './stop.ts';
import { forgetOldActivity } from './activity/activity-log.ts';
import { removeExpiredUploads } from './uploads/expired-uploads.ts';

const WAIT_FOR_CHECK_MS = 10_000;
/** So many bytes or milliseconds of the log are written at once: a write for each line costs more than most answers. */
const LOG_BYTES = 4096;
const LOG_MS = 200;
const HOUSEKEEPING_EVERY_MS = 60 * 60 * 1000;
/** As many as one process works off in an hour. */
const MISSING_SCANS_A_ROUND = 20;

function productVersion(): string {
  const file = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  return file.version;
}

/** Runs the server until SIGTERM or SIGINT. @throws what keeps it from starting, with everything closed again. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const backend = await openBackend(config);
  try {
    await renewBuiltInRoles(backend.database);
    const generated = await createAccounts(backend.database.kysely).ensureAdmin(
      config.adminEmail,
      config.adminPassword,
      'Administrator',
    );
    if (config.demo) {
      const { loadDemo } = await import('./demo/load-demo.ts');
      await loadDemo(backend);
    }
    const logger = pino(
      { level: config.logLevel },
      pino.destination({ dest: 1, sync: false, minLength: LOG_BYTES, periodicFlush: LOG_MS }),
    );
    await beWhole(backend);
    const lifecycle: Lifecycle = { phase: 'serving' };
    setMediaBase(config.mediaBaseUrl);
    const app = await buildApp({ ...backend, lifecycle, version: productVersion(), logger });
    const address = await app.listen({ host: config.host, port: config.port });
    process.stdout.write(announcement(backend, address, generated));
    const unfollow = backend.settings.follow((error) => app.log.warn({ err: error }, 'settings not read'));
    const housekeeping = startHousekeeping(backend, app);
    const workers = config.jobs
      ? startWorkers({
          database: backend.database,
          queue: backend.jobs,
          handlers: createJobHandlers(backend),
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
        return backend.close();
      },
    });
  } catch (error) {
    await backend.close();
    throw error;
  }
}

/** A short look ends before the first request; a long one goes on beside it, and readiness tells. @throws AppError on damage */
async function beWhole({ database }: Backend): Promise<void> {
  await Promise.race([
    database.dialect.watchForDamage(),
    delay(WAIT_FOR_CHECK_MS, undefined, { ref: false }),
  ]);
  await database.ping();
}

function announcement(
  { config, settings }: Backend,
  address: string,
  generatedPassword: string | undefined,
): string {
  const password =
    generatedPassword !== undefined
      ? `${generatedPassword}   (generated now, shown only once)`
      : config.adminPassword !== undefined
        ? 'as set in ADMIN_PASSWORD'
        : 'as it was set or generated at the first start';
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

/** Once at the start and then hourly: what crashes and time leave behind. A failure waits for the next round. */
function startHousekeeping(backend: Backend, app: FastifyInstance): NodeJS.Timeout {
  const sessions = createSessions(backend.database, backend.config.adminEmail, backend.settings.values);
  const sweeper = createSweeper(backend);
  const trash = createTrashService({
    ...backend,
    lives: livesOf(backend.services),
    trashDays: backend.config.trashDays,
  });
  const round = async () => {
    try {
      await sessions.forgetOld();
      await forgetOldLetters(backend.database.kysely);
      await removeExpiredUploads(backend);
      await forgetOldActivity(backend.database);
      await forgetOldChanges(backend.database);
      await forgetOldSheets(backend.database);
      await forgetOldIdempotencyKeys(backend.database.kysely);
      const expired = await backend.imports.removeExpired();
      if (expired > 0) app.log.info({ expired }, 'removed drafts that nobody accepted');
      const deleted = await trash.removeExpired();
      if (deleted > 0) app.log.info({ deleted }, 'deleted for good what was long enough in the trash');
      const removed = await sweeper.runOnce();
      if (removed > 0) app.log.info({ removed }, 'swept files that no record names');
    } catch (error) {
      app.log.error({ err: error }, 'housekeeping failed');
    }
  };
  void round();
  const timer = setInterval(() => {
    void round();
    if (backend.config.jobs)
      enqueueMissingScans(backend.jobs, backend.database.kysely, MISSING_SCANS_A_ROUND).catch(
        (error: unknown) => app.log.error({ err: error }, 'could not ask for scans'),
      );
  }, HOUSEKEEPING_EVERY_MS);
  timer.unref();
  return timer;
}
