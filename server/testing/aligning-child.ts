import { openDependencies } from '#server/app/dependencies';
import { readConfig } from '#server/app/config';
import { createAlignJob } from '#server/features/book-content/align.jobs';
import { startWorkers } from '#server/core/jobs/workers';

/* A process that starts the alignment of a book, reports its progress, and never ends until it is killed. Used by kill-save.test.ts. */

const [dataDir = ''] = process.argv.slice(2);
const dependencies = await openDependencies(
  readConfig({ DATA_DIR: dataDir, ADMIN_EMAIL: 'admin@example.org' }),
);
const quiet = () => undefined;
const job = createAlignJob({
  adminEmail: 'admin@example.org',
  ...dependencies,
  ffmpeg: null,
  alignBook(_order, { progress }) {
    progress?.(0.5, 'Analysing audio');
    process.send?.('aligning');
    return new Promise(quiet);
  },
});
startWorkers({
  database: dependencies.database,
  queue: dependencies.jobs,
  handlers: [job],
  log: { info: quiet, warn: quiet, error: quiet },
});
