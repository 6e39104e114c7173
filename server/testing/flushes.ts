import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

/** Mocks flushes of files so that each waits until the test ends it. `vi.restoreAllMocks` ends the mock. */
export async function holdFlushes() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-flush-'));
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  rmSync(folder, { recursive: true });
  const startSignals: PromiseWithResolvers<void>[] = [];
  vi.spyOn(prototype, 'datasync').mockImplementation(() => {
    const flush = Promise.withResolvers<void>();
    startSignals.push(flush);
    return flush.promise;
  });
  return {
    /** Returns the number of started flushes that have not ended. */
    waiting: () => startSignals.length,
    async next() {
      await vi.waitFor(() => expect(startSignals).not.toEqual([]));
      return startSignals.shift() as PromiseWithResolvers<void>;
    },
  };
}
