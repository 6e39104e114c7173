import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { packageRoot } from '#server/core/package-root';
import { migrate, openDatabase } from '../open.ts';

const KILLS = 3;
const ROUNDS = 3;

test('searches of SQLite agree with the search keys after kill -9', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kill-search-'));
  const url = `file:${join(folder, 'catalogue.db')}`;
  const empty = await openDatabase(url);
  await migrate(empty);
  await empty.close();

  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = fork(join(packageRoot, 'server', 'testing', 'naming-child.ts'), [url]);
    // The child writes without pauses, so it is killed during a transaction.
    child.on('message', (round: number) => {
      if (round === ROUNDS + kill) setTimeout(() => child.kill('SIGKILL'), kill * 3);
    });
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');

    const database = await openDatabase(url);
    const rows = await database.kysely.selectFrom('book_search').selectAll().orderBy('book_id').execute();
    expect(rows).toHaveLength(200);
    const keys = rows.map(({ search_key }) => search_key);
    const words = Array.from('abcdefghij').map((letter) => `round${letter}word`);
    for (const search of [
      ...words,
      'word',
      'the',
      ...words.map((word) => `${word} the`),
      'the dword',
      'qword',
    ]) {
      const ids = database.dialect.idsContaining(search);
      const matches = await sql<{ id: number }>`select id from (${ids}) order by id`.execute(database.kysely);
      const expected = keys.flatMap((key, index) => (key.includes(search) ? index + 1 : []));
      expect([search, matches.rows.map(({ id }) => id)]).toEqual([search, expected]);
    }
    await database.close();
  }
  await rm(folder, { recursive: true, force: true });
});
