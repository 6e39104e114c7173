import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, expect, test, vi } from 'vitest';
import { createCheckpoints } from './sqlite-checkpoints.ts';

/** A thread that needs longer than any test to copy the log. */
vi.mock(import('node:worker_threads'), async (importOriginal) => ({
  ...(await importOriginal()),
  Worker: class {
    unref = () => undefined;
    on = () => undefined;
    postMessage = () => undefined;
    terminate = async () => 0;
  } as never,
}));

const folder = mkdtempSync(join(tmpdir(), 'lectern-checkpoints-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a writer waits at most a second for a long log, and again only after many more pages', async () => {
  const path = join(folder, 'long.db');
  const database = new BetterSqlite(path);
  database.pragma('journal_mode = wal');
  database.exec('create table pages (text text)');
  const write = database.prepare('insert into pages (text) values (hex(zeroblob(?)))');
  const checkpoints = createCheckpoints(database, path);
  for (let round = 0; round < 8; round += 1) write.run(5_000_000);
  const start = performance.now();
  await checkpoints.check();
  expect(performance.now() - start).toBeGreaterThan(900);
  expect(performance.now() - start).toBeLessThan(5_000);
  write.run(100_000);
  expect(checkpoints.check()).toBeUndefined();
  write.run(5_000_000);
  expect(checkpoints.check()).toBeInstanceOf(Promise);
  await checkpoints.close();
  database.close();
});
