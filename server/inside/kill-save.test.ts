import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDatabase } from '#server/check/database';
import { migrate, openDatabase } from '#server/db/open';
import { packageRoot } from '#server/package-root';
import { createCatalogue } from '#server/testing/factories';
import { readRevision } from './history.ts';
import { readInside } from './inside-rows.ts';

const KILLS = 2;
const SAVES = 5;

test('kill -9 while insides are saved loses none that was acknowledged, and leaves none half saved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kill-save-'));
  const url = `file:${join(folder, 'catalogue.db')}`;
  const first = await openDatabase(url);
  await migrate(first);
  const { id } = await createCatalogue(first).addBook();
  await first.close();

  for (let round = 0; round < KILLS; round += 1) {
    const child = fork(join(packageRoot, 'server', 'testing', 'saving-child.ts'), [url, String(id)], {
      execArgv: ['--conditions=source'],
    });
    let acknowledged = 0;
    child.on('message', (turn: number) => {
      acknowledged = turn;
      // It never rests, so it is killed in the middle of a save.
      if (turn === SAVES) setImmediate(() => child.kill('SIGKILL'));
    });
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');

    const database = await openDatabase(url);
    const inside = await readInside(database.kysely, id, true);
    const turns = inside.chapters.flatMap(({ name, text_items = [] }) => [
      name,
      ...text_items.map(({ text }) => text),
    ]);
    expect(turns).toHaveLength(12 * 9);
    expect(new Set(turns).size).toBe(1);
    expect(Number(turns[0]?.split(' ')[1])).toBeGreaterThanOrEqual(acknowledged);
    expect(acknowledged).toBeGreaterThanOrEqual(SAVES);
    const before = await readRevision(database.kysely, id, inside.revision - 1);
    expect(before.chapters).toHaveLength(12);
    expect(new Set(before.chapters.map(({ name }) => name)).size).toBe(1);
    expect(await checkDatabase(database)).toEqual([]);
    await database.close();
  }
  await rm(folder, { recursive: true, force: true });
});
