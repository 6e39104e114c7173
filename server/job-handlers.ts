import type { Backend } from './backend.ts';
import { createReadJob } from './import/read-job.ts';
import type { JobHandler } from './jobs/job.ts';
import { findFfmpeg } from './media/scan/find-ffmpeg.ts';
import { createScanJob } from './scans/scan-job.ts';

/** All kinds of background work, each with what it works on. A kind that is missing here is run by no process of this version. */
export function createJobHandlers(backend: Backend): readonly JobHandler[] {
  const ffmpeg = findFfmpeg(backend.config.ffmpegPath);
  return [createReadJob(backend), createScanJob({ ...backend, ffmpeg })];
}
