import { inTransaction } from '#server/core/db/transaction';
import { openBlobStore } from '#server/core/blobs/open';
import { openDatabase } from '#server/core/db/open';
import { openImports } from './import-batches.ts';

/*
 * A process that reads or accepts an import and is killed with `kill -9` in a given phase. It ends normally if it does not reach the phase.
 * Used by kill-import.test.ts.
 */

const [databaseUrl = '', blobStoreUrl = '', id = '', phase = '', count = '1'] = process.argv.slice(2);
const database = await openDatabase(databaseUrl);
const blobs = await openBlobStore(blobStoreUrl);
let left = Number(count);

async function dieIn(current: string): Promise<void> {
  if (current !== phase) return;
  left -= 1;
  if (left > 0) return;
  process.kill(process.pid, 'SIGKILL');
  // The process waits for the signal.
  await new Promise(() => undefined);
}

const batches = await openImports(database, {
  ...blobs,
  async put(...parameters) {
    await dieIn('before a file is stored');
    await blobs.put(...parameters);
    await dieIn('after a file is stored');
  },
});

if (phase.startsWith('accept')) {
  await batches.imports.accept(
    { id: Number(id), version: undefined, book_version: undefined },
    { ...batches.context, storeResult: () => dieIn('accept, before its commit') },
  );
  await dieIn('accept, after its commit');
} else {
  const outcome = await batches.readJob.run({
    jobId: 0,
    subjectId: id,
    payload: null,
    userId: null,
    attempt: 1,
    signal: new AbortController().signal,
    progress: () => void dieIn('reading'),
  });
  await inTransaction(database, async (trx) => {
    await outcome.commit?.(trx);
    await dieIn('before the commit');
  });
  await dieIn('after the commit');
  await outcome.afterCommit?.();
}
process.exit(0);
