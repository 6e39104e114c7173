import type { Sessions } from '#server/core/auth/sessions';
import { type Core, defineFeature } from '#server/app/feature';
import { countInBackground } from '#server/core/audit-log/audit-log-counts';
import type { Mail } from '#server/core/mail/mail';
import {
  type Catalogue,
  type ReadRoutes,
  type Services,
  lifecyclesOf,
  resourceModules,
} from '#server/app/modules';
import { writeDailyCheckpoint } from './daily-checkpoint.ts';
import { historyRoutes, referencesRoute } from './history.routes.ts';
import { registerAuditLogFile } from './audit-log-file.routes.ts';
import { auditLogRoutes } from './audit-log.routes.ts';
import { createAuditLogService } from './audit-log.service.ts';
import { registerRetainedFiles } from '#server/features/trash/retained-files.routes';
import { trashRoutes } from '#server/features/trash/trash.routes';
import { createTrashService } from '#server/features/trash/trash.service';
import { createUndoService, undoOneOf } from './undo.service.ts';

interface Records extends Core {
  readonly services: Services;
}

interface Deps extends Records {
  readonly sessions: Sessions;
  readonly mail: Mail;
  readonly readRoutes: ReadRoutes;
  /** Services of bulk changes, which undo their own changes. */
  readonly many: Parameters<typeof undoOneOf>;
}

/** Returns the routes for the references to records of a catalogue. */
const referenceRoutesOf = ({ services, database }: Catalogue) =>
  resourceModules(services).map(({ declaration, service }) =>
    referencesRoute(declaration, service, database.kysely),
  );

const historyOf = ({ config, database, files, services }: Records) => ({
  database,
  files,
  lifecycles: lifecyclesOf(services),
  trashDays: config.trashDays,
});

/** Returns a function that undoes one audit log entry, except bulk changes. Bulk features use it to undo their changes entry by entry. */
export const createEntryUndo = (deps: Records) => createUndoService(historyOf(deps)).undo;

/** Audit log, undo and trash. */
export function createAuditLogFeature(deps: Deps) {
  const { config, database, blobs, services, sessions, mail, settings } = deps;
  const history = historyOf(deps);
  const many = undoOneOf(...deps.many);
  const auditLog = createAuditLogService(database, history.lifecycles, many);
  const undo = createUndoService(history, many);
  const trash = createTrashService(history);
  return defineFeature({
    name: 'audit-log',
    routes: () => [
      ...auditLogRoutes(auditLog, undo),
      ...resourceModules(services).flatMap(({ declaration, service }) =>
        historyRoutes(declaration, service, { db: database.kysely, auditLog, undo }),
      ),
      ...deps.readRoutes(referenceRoutesOf({ services, database }), referenceRoutesOf),
      ...trashRoutes(trash),
    ],
    register({ app }) {
      registerAuditLogFile(app, sessions, database);
      registerRetainedFiles(app, { db: database.kysely, blobs, sessions });
    },
    refresh: { what: 'audit log counts', run: (signal) => countInBackground(database, signal) },
    async cleanUp(log) {
      const deletedCount = await trash.removeExpired();
      if (deletedCount > 0) log.info({ deleted: deletedCount }, 'deleted expired trash permanently');
      await writeDailyCheckpoint({
        database,
        files: config.auditLogFiles,
        mail,
        mailTo: config.auditLogMailTo,
        productName: () => settings.values().product_name,
      }).catch((error: unknown) => log.error({ err: error }, 'failed to write an audit log checkpoint'));
    },
  });
}
