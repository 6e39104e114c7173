import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate, openDatabase } from '#server/core/db/open';
import { addReleaseRow } from '#server/testing/release-access';
import { generateBooks, skipProjection } from './generate-books.ts';
import { openClient, percentile } from './load.ts';
import { signIn, startLectern } from './server-process.ts';

/*
 * Measures lists, records and home screens in a release beside the same live requests, and the publication and rollback of a large
 * release beside lists of other users. Requires a build:
 *   node bench/releases.ts [books] [postgres://USER:PASSWORD@HOST/DATABASE, which must be empty]
 */

const ROUNDS = 60;
const FOLLOWING = 5;
const SMALL = 20;
const LARGE = 1_000;

const bookCount = Number(process.argv[2] ?? 50_000);
const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const url = process.argv[3] ?? `file:${join(folder, 'lectern.db')}`;

/** Adds a draft with changes of this many books, as saves of their names would. */
async function addRelease(name: string, size: number, first: number): Promise<number> {
  const database = await openDatabase(url);
  const now = new Date().toISOString();
  const id = await addReleaseRow(database, name);
  const books = await database.kysely
    .selectFrom('books')
    .select(['id', 'name', 'version'])
    .where('id', '>=', first)
    .orderBy('id')
    .limit(size)
    .execute();
  for (const book of books)
    await database.kysely
      .insertInto('release_changes')
      .values({
        release_id: id,
        kind: 'books',
        record_id: book.id,
        name: `${book.name} again`,
        action: 'changed',
        input: '',
        changes: JSON.stringify([
          { type: 'value', field: 'name', before: book.name, after: `${book.name} again` },
        ]),
        list_hashes: '{}',
        base_version: book.version,
        files: JSON.stringify({ keys: [] }),
        user_id: 1,
        updated_at: now,
      })
      .execute();
  await database.close();
  return id;
}

async function prepare(): Promise<{ small: number; large: number }> {
  const database = await openDatabase(url);
  await migrate(database);
  await generateBooks(database, bookCount);
  await skipProjection(database);
  await database.close();
  return { small: await addRelease('Small', SMALL, 1), large: await addRelease('Large', LARGE, 1_001) };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number => percentile(values, 0.5);
const toText = (ms: number): string => `${ms.toFixed(1)} ms`;

try {
  const releases = await prepare();
  const server = await startLectern({
    DATABASE_URL: url,
    DATA_DIR: folder,
    CALL_POINTS_PER_MINUTE: '10000000',
  });
  try {
    const token = await signIn(server.origin);
    const client = openClient(server.origin, token);
    const other = openClient(server.origin, token);
    await client.send({
      method: 'POST',
      path: '/api/books/mobile-configs',
      body: JSON.stringify({
        title: 'Home',
        is_main_service: true,
        config: [{ title: 'Books', type: 'books', data: [1, 2, 3] }],
      }),
    });
    const requests = [
      ['list of books', '/api/books/list?items_per_page=10'],
      ['search', '/api/books/list?items_per_page=10&search=sea'],
      ['one book', '/api/books/1?'],
      ['home screen', '/api/mobile/home?block_types=books'],
    ] as const;
    const save = (round: number) =>
      other.send({
        method: 'POST',
        path: '/api/books/update',
        body: JSON.stringify({ id: bookCount, description: `Round ${round}` }),
      });
    console.log(`${bookCount} books, ${SMALL} changes in the release, medians of ${ROUNDS} rounds`);
    for (const [name, path] of requests) {
      const live: number[] = [];
      const first: number[] = [];
      const laterMs: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await save(round);
        live.push((await client.send({ path })).ms);
        first.push((await client.send({ path: `${path}&release=${releases.small}` })).ms);
        for (let next = 0; next < FOLLOWING; next++) {
          laterMs.push((await client.send({ path: `${path}&release=${releases.small}` })).ms);
          live.push((await client.send({ path })).ms);
        }
      }
      const ratio = median(laterMs) / median(live);
      console.log(
        `${name}: live ${toText(median(live))}; in the release ${toText(median(first))} after a write, then ${toText(median(laterMs))} (${ratio.toFixed(1)})`,
      );
    }
    const reading = new AbortController();
    const saveMs: number[] = [];
    const saves = (async () => {
      for (let round = 0; !reading.signal.aborted; round++) {
        saveMs.push((await save(round)).ms);
        await pause(100);
      }
    })();
    const path = requests[0][1];
    const inRelease: number[] = [];
    for (let round = 0; round < ROUNDS * 10; round++)
      inRelease.push((await client.send({ path: `${path}&release=${releases.small}` })).ms);
    reading.abort();
    await saves;
    console.log(
      `list in the release next to ten saves a second: mean ${toText(mean(inRelease))}, p99 ${toText(percentile(inRelease, 0.99))}; saves: median ${toText(median(saveMs))}, longest ${toText(Math.max(...saveMs))}`,
    );
    const firstOfLarge: number[] = [];
    for (let round = 0; round < 5; round++) {
      await save(round);
      firstOfLarge.push((await client.send({ path: `${path}&release=${releases.large}` })).ms);
    }
    console.log(`first list after a write in a release of ${LARGE} changes: ${toText(median(firstOfLarge))}`);
    const listMs = async (isDone: () => boolean): Promise<number[]> => {
      const times: number[] = [];
      while (!isDone()) times.push((await other.send({ path: requests[0][1] })).ms);
      return times;
    };
    let rounds = 0;
    const idle = await listMs(() => rounds++ > 300);
    console.log(
      `lists of others, idle: median ${toText(median(idle))}, longest ${toText(Math.max(...idle))}`,
    );
    for (const action of ['publish', 'roll-back']) {
      let isDone = false;
      const lists = listMs(() => isDone);
      const { ms } = await client.send({
        method: 'POST',
        path: `/api/releases/${releases.large}/${action}`,
        body: '{}',
      });
      isDone = true;
      const times = await lists;
      console.log(
        `${action} ${LARGE} changes: ${toText(ms)}; lists of others meanwhile: median ${toText(median(times))}, longest ${toText(Math.max(...times))}`,
      );
    }
    console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
    client.close();
    other.close();
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
