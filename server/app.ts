import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { revisionHeader } from '#contract/settings/page';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { createSessions } from './auth/sessions.ts';
import { createSignIn } from './auth/sign-in.ts';
import { createThrottles } from './auth/throttles.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Config } from './config.ts';
import { mergeSearchInBackground } from './db/merge-search.ts';
import type { Database } from './db/open.ts';
import { bulkRoutes } from './bulk/bulk-routes.ts';
import { createBulkService } from './bulk/bulk-service.ts';
import { authRoutes } from './http/auth-routes.ts';
import { compressAnswers } from './http/compress.ts';
import { registerDownloads } from './http/downloads.ts';
import { handleErrors, refuseUnreadable } from './http/error-handler.ts';
import { addHealth } from './http/health.ts';
import { type Lifecycle, followLifecycle } from './http/lifecycle.ts';
import { registerBodies } from './http/multipart.ts';
import { answerBrokenRequests, answerParserError } from './http/parser-errors.ts';
import { addReference } from './http/api-docs/reference-routes.ts';
import { mountRoute } from './http/routes.ts';
import { addSecurityHeaders } from './http/security.ts';
import { collectMethods, refuseUnknown } from './http/unknown-paths.ts';
import { serveWebApplication } from './http/static.ts';
import { registerJobEvents } from './job-calls/job-events.ts';
import { createJobList } from './job-calls/job-list.ts';
import { jobRoutes } from './job-calls/job-routes.ts';
import { registerExports } from './export/export-routes.ts';
import { importRoutes } from './import/import-routes.ts';
import { createDrafts } from './inside/drafts.ts';
import { createEditors } from './inside/editors.ts';
import { insideRoutes } from './inside/inside-routes.ts';
import type { InsideService } from './inside/inside.service.ts';
import type { ImportService } from './import/imports.service.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Settings } from './settings/settings.ts';
import { createSettingsService } from './settings-calls/settings.service.ts';
import { settingsRoutes } from './settings-calls/settings-routes.ts';
import type { FileStorage } from './media/file-storage.ts';
import type { Staging } from './media/staging.ts';
import { createJournalService } from './history/journal.service.ts';
import { historyRoutes } from './history/history-routes.ts';
import { journalRoutes } from './history/journal-routes.ts';
import { registerJournalFile } from './history/journal-file.ts';
import { registerKeptFiles } from './history/kept-file-routes.ts';
import { trashRoutes } from './history/trash-routes.ts';
import { createTrashService } from './history/trash.service.ts';
import { createUndoService, undoOneOf } from './history/undo.service.ts';
import { createDeliveries } from './mobile/deliveries.ts';
import { countInBackground } from './journal/journal-counts.ts';
import { createMobileHome } from './mobile/mobile-home.ts';
import { mobileRoutes } from './mobile/mobile-routes.ts';
import { type Services, livesOf, livingModules, moduleRoutes } from './modules.ts';
import { createActivityLog } from './activity/activity-log.ts';
import { activityRoutes } from './activity/activity-routes.ts';
import { takingUploads } from './uploads/take-upload.ts';
import { newBrowserLetter } from './mail/letters.ts';
import { createMail } from './mail/mail.ts';
import { registerUploads } from './uploads/tus-routes.ts';
import { uploadRoutes } from './uploads/upload-routes.ts';
import { packageRoot } from './package-root.ts';
import { peopleRoutes } from './people/people-routes.ts';
import { enqueueBookScan, enqueueMissingScansOf } from './scans/scan-rows.ts';
import { scanRoutes } from './scans/scan-routes.ts';
import { enqueueCuts } from './tracks/cut-order.ts';
import { readingTracks } from './tracks/track-files.ts';
import { vttOfFile } from './tracks/vtt-of-file.ts';
import { createAnalytics } from './reports/analytics/analytics.ts';
import { analyticsRoutes } from './reports/analytics/analytics-routes.ts';
import { workRoutes } from './reports/analytics/work-routes.ts';
import { createDoctor } from './reports/doctor/doctor.ts';
import { doctorRoutes, registerFindingsFile } from './reports/doctor/doctor-routes.ts';
import { createFacts } from './reports/facts/facts.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { createReports } from './reports/reports.ts';
import { createSystemService } from './system/system.service.ts';
import { systemRoutes } from './system/system-routes.ts';
import { authorSheet } from './sheets/author-sheet.ts';
import { createSheetKinds } from './sheets/sheet-kinds.ts';
import { registerSheets, sheetRoutes } from './sheets/sheet-routes.ts';
import { createSheetService } from './sheets/sheet-service.ts';
import { searchRoutes } from './search/search-routes.ts';
import { countersOf } from './views/count-views.ts';
import { viewRoutes } from './views/view-routes.ts';
import { createViewService } from './views/views.service.ts';

export interface AppDeps {
  readonly config: Config;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
  readonly jobs: JobQueue;
  readonly services: Services;
  readonly settings: Settings;
  readonly imports: ImportService;
  readonly insides: InsideService;
  readonly version: string;
  /** Set by whoever stops the process; without it the application serves until it is closed. */
  readonly lifecycle?: Lifecycle;
  readonly logger?: FastifyBaseLogger;
}

/** Idle time-out of connections. Bodies have a shorter one of their own; this one leaves time to store a large upload. */
const IDLE_TIMEOUT_MS = 10 * 60_000;
const HEADERS_MS = 30_000;
const FLUSH_EVERY_MS = 15_000;
const CATCH_UP_EVERY_MS = 30_000;

/** The whole server over given dependencies: the table of contents. Listening and closing are the caller's. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, blobs, services, settings, lifecycle = { phase: 'serving' } } = deps;
  const hops = config.trustProxy;
  const app = Fastify({
    ...(deps.logger ? { loggerInstance: deps.logger } : { logger: false }),
    // One line of our own for each answer instead: see logAnswers.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    connectionTimeout: IDLE_TIMEOUT_MS,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: { headersTimeout: HEADERS_MS, requireHostHeader: false },
    frameworkErrors: (_error, request, reply) => refuseUnreadable(request, reply),
    clientErrorHandler: answerParserError,
  });

  addSecurityHeaders(app);
  answerBrokenRequests(app);
  const methodsOf = collectMethods(app);
  followLifecycle(app, lifecycle);
  compressAnswers(app);
  handleErrors(app, (error) => database.explain(error));
  logAnswers(app);
  registerBodies(app);

  const productName = () => settings.values().product_name;
  const publicUrl = () => settings.values().public_url.replace(/\/+$/, '');
  const mail = createMail(deps.jobs, config.smtpUrl);
  const sessions = createSessions(
    database,
    config.adminEmail,
    settings.values,
    async (at, { user, browser, origin }) => {
      const letter = {
        product: productName(),
        address: publicUrl(),
        to: user,
        browser,
        from: origin.address,
      };
      await mail.send(at, newBrowserLetter({ ...letter, at: new Date().toISOString() }));
    },
  );
  const jobList = createJobList(database);
  /** Whoever has signed in tells by her address where the product is; of others the address is not believed. */
  const addressOf = (request?: FastifyRequest): string => {
    const asked = request ? `${request.protocol}://${request.host}` : app.listeningOrigin;
    return publicUrl() || asked;
  };
  const settingsService = createSettingsService({
    database,
    files: deps.files,
    settings,
    bounds: config,
    jobs: deps.jobs,
  });
  const books = {
    ...services.books,
    ...takingUploads(services.books, deps, ({ id, name }, userId) =>
      enqueueBookScan(deps.jobs, database.kysely, { id, name }, userId).catch((error: unknown) =>
        // The hourly look finds it.
        app.log.warn({ err: error }, 'could not ask for a scan'),
      ),
    ),
    ...readingTracks(services.books, database.kysely, async (book) => {
      await enqueueCuts(deps.jobs, database.kysely, book).catch((error: unknown) =>
        // The next reading asks again.
        app.log.warn({ err: error }, 'could not ask for tracks to be cut'),
      );
    }),
  };
  const deliveries = createDeliveries(database);
  const facts = createFacts(database);
  const doctor = createDoctor(database, facts);
  const history = { database, files: deps.files, lives: livesOf(services), trashDays: config.trashDays };
  const bulk = createBulkService({ database, jobs: deps.jobs, settings, trashDays: config.trashDays });
  const sheetKinds = createSheetKinds(database, services, settings);
  const sheets = createSheetService({ database, jobs: deps.jobs, kinds: sheetKinds });
  const many = undoOneOf(sheets, bulk);
  const journal = createJournalService(database, history.lives, many);
  const undo = createUndoService(history, many);
  const dependencies = [
    { name: 'database', ping: () => database.ping() },
    { name: 'blob store', ping: () => blobs.ping() },
  ];
  const faults = await addHealth(app, dependencies, lifecycle);
  const partsFile = join(packageRoot, 'dist', 'parts.json');
  const system = createSystemService({ config, database, version: deps.version, faults, partsFile });
  const routes = [
    ...authRoutes(
      sessions,
      createSignIn({ database, sessions, productName, rules: settings.values }),
      publicUrl,
    ),
    ...moduleRoutes({ ...services, books }),
    ...importRoutes(deps.imports),
    ...insideRoutes(deps.insides, createDrafts(database), createEditors(database), async (bookId) => {
      await enqueueMissingScansOf(deps.jobs, database.kysely, bookId).catch((error: unknown) =>
        // The hourly look finds it.
        app.log.warn({ err: error }, 'could not ask for a scan'),
      );
    }),
    ...scanRoutes(database),
    ...mobileRoutes(createMobileHome(database), deliveries),
    ...reportRoutes(createReports(database)),
    ...journalRoutes(journal, undo),
    ...livingModules(services).flatMap(({ declaration, service }) =>
      historyRoutes(declaration, service, { db: database.kysely, journal, undo }),
    ),
    ...trashRoutes(createTrashService(history)),
    ...doctorRoutes(doctor),
    ...analyticsRoutes(createAnalytics(database, facts)),
    ...workRoutes(database),
    ...searchRoutes(database),
    ...bulkRoutes(bulk),
    ...sheetRoutes(sheets),
    ...viewRoutes(createViewService({ database, counters: countersOf(services) })),
    ...jobRoutes(jobList, deps.jobs),
    ...activityRoutes(createActivityLog(database)),
    ...uploadRoutes(database),
    ...settingsRoutes(settingsService),
    ...systemRoutes(system),
    ...peopleRoutes({
      database,
      files: deps.files,
      adminEmail: config.adminEmail,
      productName,
      requirement: () => settings.values().second_factor,
      publicUrl,
      mail,
      addressOf,
    }),
  ];
  registerUploads(app, {
    database,
    blobs,
    staging: deps.staging,
    jobs: deps.jobs,
    sessions,
    maxFileBytes: () => settings.values().max_audio_bytes,
    quotaBytes: config.uploadQuotaBytes,
    onReady: deps.imports.uploadReady,
    onNearlyReady: deps.imports.uploadNearlyReady,
  });
  const throttles = createThrottles(database.kysely);
  for (const route of routes) mountRoute(app, route, { sessions, throttles, staging: deps.staging });

  registerJobEvents(app, { sessions, list: jobList });
  tellRevision(app, settings);
  flushNowAndThen(app, 'sightings', () => sessions.flushSeen());
  flushNowAndThen(app, 'deliveries', () => deliveries.flush());
  followInBackground(app, 'reports', (signal) => facts.catchUpInBackground(signal));
  followInBackground(app, 'counts of the journal', (signal) => countInBackground(database, signal));
  followInBackground(app, 'index of searches', (signal) => mergeSearchInBackground(database, signal));
  registerFindingsFile(app, sessions, doctor);
  registerDownloads(app, blobs, config.mediaOffload, (stem) => vttOfFile(database.kysely, stem));
  registerSheets(app, sessions, { ...sheetKinds, authors: authorSheet(services.books.authors) });
  registerJournalFile(app, sessions, database.kysely);
  registerKeptFiles(app, { blobs, sessions });
  registerExports(app, { database, blobs, staging: deps.staging, books: services.books, sessions });
  addReference(app, routes, productName, deps.version);

  const folder = join(packageRoot, 'dist', 'web');
  const sendWebApplication = existsSync(join(folder, 'index.html'))
    ? await serveWebApplication(app, folder, () => settingsService.page(), mediaOrigins(config))
    : undefined;
  app.setNotFoundHandler((request, reply) => {
    const isPage = /^(GET|HEAD)$/.test(request.method) && !/^\/(api|media|assets)(\/|$|\?)/.test(request.url);
    if (isPage && sendWebApplication) return sendWebApplication(reply);
    return refuseUnknown(request, reply, methodsOf);
  });
  return app;
}

/** Where pictures and sound come from beside this server. */
function mediaOrigins({ mediaBaseUrl, mediaOffload, blobStoreUrl }: Config): string[] {
  const store =
    mediaOffload?.kind === 'presigned' ? new URL(blobStoreUrl).searchParams.get('endpoint') : null;
  return [mediaBaseUrl, store].flatMap((address) => (address ? [new URL(address).origin] : []));
}

/** Writes down what was counted beside the requests. A failure costs a minute in a list, or is made good the next time. */
function flushNowAndThen(app: FastifyInstance, what: string, flush: () => Promise<void>): void {
  const write = () => flush().catch((error: unknown) => app.log.warn({ err: error }, `${what} not written`));
  const timer = setInterval(() => void write(), FLUSH_EVERY_MS);
  timer.unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    return write();
  });
}

/** Answers to whoever has signed in say which settings are in force, so that a page which has grown old asks for them. */
function tellRevision(app: FastifyInstance, settings: Settings): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.headers.authorization !== undefined)
      reply.header(revisionHeader, String(settings.revision()));
    done();
  });
}

/** Keeps what reports know near the catalogue, so that nobody who reads one waits for much. */
function followInBackground(
  app: FastifyInstance,
  what: string,
  catchUp: (signal: AbortSignal) => Promise<void>,
): void {
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  const follow = () => {
    running ??= catchUp(stop.signal)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) app.log.warn({ err: error }, `${what} not caught up`);
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(follow, CATCH_UP_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  });
}

/** One line an answer: enough to follow a request id, without query, headers or bodies. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}
