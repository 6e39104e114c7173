import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBlobStore } from '#server/core/blobs/open';
import { migrate, openDatabase } from '#server/core/db/open';
import { openArchive } from '#server/features/backup/archive-reader';
import { restoreBackup } from '#server/features/backup/restore-backup';
import { writeBackup } from '#server/features/backup/write-backup';
import { generateBooks } from './generate-books.ts';

/* Measures time, CPU time and memory of a backup without files and of its restore on SQLite. Each step runs in a separate process. */

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '100000' },
    step: { type: 'string' },
    folder: { type: 'string' },
  },
});

async function runStep(step: string, folder: string): Promise<Record<string, number>> {
  const isRestore = step === 'restore';
  const databaseUrl = `file:${join(folder, isRestore ? 'restored.db' : 'catalogue.db')}`;
  const place = join(folder, 'catalogue.backup');
  const database = await openDatabase(databaseUrl);
  const blobs = await openBlobStore(`file:${join(folder, isRestore ? 'restored' : 'blobs')}`);
  if (step === 'generate') {
    await migrate(database);
    await generateBooks(database, Number(values.books));
    return {};
  }
  if (isRestore) {
    const archive = await openArchive(place, undefined);
    const { rows } = await restoreBackup(archive, { database, databaseUrl, blobs, scratchFolder: folder });
    return { rows };
  }
  const { rows, bytes } = await writeBackup({ database, databaseUrl, blobs, version: '0' }, { place });
  return { rows, MB: Math.round(bytes / 1e6) };
}

if (values.step !== undefined && values.folder !== undefined) {
  const result = await runStep(values.step, values.folder);
  const { user, system } = process.cpuUsage();
  const line = {
    ...result,
    seconds: Math.round(performance.now() / 100) / 10,
    'CPU s': Math.round((user + system) / 100_000) / 10,
    'peak RSS, MiB': Math.round(process.resourceUsage().maxRSS / 1024),
  };
  if (values.step !== 'generate') process.stdout.write(`${values.step}: ${JSON.stringify(line)}\n`);
  process.exit(0);
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-backup-'));
for (const step of ['generate', 'backup', 'restore']) {
  const args = ['--books', values.books, '--step', step, '--folder', folder];
  await once(fork(fileURLToPath(import.meta.url), args, { execArgv: ['--conditions=source'] }), 'exit');
}
await rm(folder, { recursive: true, force: true });
