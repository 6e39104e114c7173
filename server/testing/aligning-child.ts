import { openDependencies } from '#server/app/dependencies';
import { readConfig } from '#server/app/config';
import {
  type AlignJobDeps,
  createAlignFirstChapterJob,
  createAlignJob,
} from '#server/features/book-content/align.jobs';
import { startWorkers } from '#server/core/jobs/workers';

/* A process that starts the alignment of a book, or the search for its chapters, reports its progress, and never ends until it is killed. Used by kill-save.test.ts. */

const [dataDir = ''] = process.argv.slice(2);
const dependencies = await openDependencies(
  readConfig({ DATA_DIR: dataDir, ADMIN_EMAIL: 'admin@example.org' }),
);
const quiet = () => undefined;
const hang = (_order: unknown, { progress }: { progress?(fraction: number, stage?: string): void }) => {
  progress?.(0.5, 'Analysing audio');
  process.send?.('aligning');
  return new Promise<never>(quiet);
};
const deps: AlignJobDeps = {
  adminEmail: 'admin@example.org',
  ...dependencies,
  ffmpeg: null,
  alignBook: hang,
  matchBook: hang,
};
startWorkers({
  database: dependencies.database,
  queue: dependencies.jobs,
  handlers: [createAlignJob(deps), createAlignFirstChapterJob(deps)],
  log: { info: quiet, warn: quiet, error: quiet },
});
