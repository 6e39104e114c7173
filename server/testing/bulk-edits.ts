import { lifecyclesOf } from '#server/app/modules';
import type { Database } from '#server/core/db/open';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { createUndoService } from '#server/features/audit-log/undo.service';
import { createBulkJob } from '#server/features/bulk/bulk.jobs';
import { createBulkService } from '#server/features/bulk/bulk.service';
import { addUserRow, createCatalogue } from './factories.ts';
import { releaseAccessOf } from './release-access.ts';
import { settingsOf } from './settings.ts';

/** Creates the service and the job of bulk edits, with a catalogue and a primary administrator. */
export async function createBulkEdits(database: Database) {
  const adminEmail = 'admin@example.org';
  const catalogue = createCatalogue(database);
  const { storage: files } = catalogue;
  const jobs = createJobQueue(database);
  const settings = settingsOf();
  const releases = releaseAccessOf(database, catalogue, files);
  const bulk = createBulkService({ database, jobs, settings, releases });
  const deps = { database, files, lifecycles: lifecyclesOf(catalogue), trashDays: 30 };
  const undoService = createUndoService(deps, bulk);
  const job = createBulkJob({
    database,
    files,
    retention: {},
    services: catalogue,
    settings,
    releases,
    adminEmail,
    undoEntry: undoService.undo,
  });
  return {
    adminEmail,
    catalogue,
    jobs,
    bulk,
    undoService,
    job,
    userId: await addUserRow(database, adminEmail),
  };
}
