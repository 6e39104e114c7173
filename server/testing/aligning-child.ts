import { openBackend } from '#server/backend';
import { readConfig } from '#server/config';
import { createAlignJob } from '#server/inside/align-job';
import { startWorkers } from '#server/jobs/workers';

/* A process that begins to align a book and never ends, until it is killed, and says when it is in the middle of it: kill-save.test.ts. */

const [dataDir = ''] = process.argv.slice(2);
const backend = await openBackend(readConfig({ DATA_DIR: dataDir, ADMIN_EMAIL: 'admin@example.org' }));
const quiet = () => undefined;
const job = createAlignJob({
  ...backend,
  ffmpeg: null,
  alignFile(_order, { progress }) {
    progress?.(0.5, 'Listening');
    process.send?.('aligning');
    return new Promise(quiet);
  },
});
startWorkers({
  database: backend.database,
  queue: backend.jobs,
  handlers: [job],
  log: { info: quiet, warn: quiet, error: quiet },
});
