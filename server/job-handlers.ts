import type { Backend } from './backend.ts';
import { createBulkJob } from './bulk/bulk-job.ts';
import { createUndoService } from './history/undo.service.ts';
import { createReadJob } from './import/read-job.ts';
import { createAlignJob } from './inside/align-job.ts';
import type { JobHandler } from './jobs/job.ts';
import { findFfmpeg } from './media/scan/find-ffmpeg.ts';
import { createMailJob } from './mail/mail-job.ts';
import { livesOf } from './modules.ts';
import { createReadingTimesJob } from './settings-calls/reading-times-job.ts';
import { createScanJob } from './scans/scan-job.ts';
import { createCutJob } from './tracks/cut-job.ts';
import { createSheetJob } from './sheets/sheet-job.ts';
import { createSheetKinds } from './sheets/sheet-kinds.ts';
import { createJoinJob } from './uploads/join-job.ts';

/** All kinds of background work, each with what it works on. A kind that is missing here is run by no process of this version. */
export function createJobHandlers(backend: Backend): readonly JobHandler[] {
  const ffmpeg = findFfmpeg(backend.config.ffmpegPath);
  const joinJob = createJoinJob({ ...backend, onReady: backend.imports.uploadReady });
  const { trashDays, adminEmail } = backend.config;
  const undo = createUndoService({ ...backend, lives: livesOf(backend.services), trashDays });
  const bulkJob = createBulkJob({ ...backend, adminEmail, undoEntry: undo.undo });
  const { smtpUrl, mailFrom } = backend.config;
  return [
    joinJob,
    createReadJob(backend),
    createScanJob({ ...backend, ffmpeg }),
    createAlignJob({ ...backend, ffmpeg }),
    createCutJob(backend),
    bulkJob,
    createSheetJob({
      ...backend,
      adminEmail,
      undoEntry: undo.undo,
      kinds: createSheetKinds(backend.database, backend.services, backend.settings),
    }),
    createReadingTimesJob(backend),
    ...(smtpUrl === undefined ? [] : [createMailJob({ ...backend, smtpUrl, mailFrom })]),
  ];
}
