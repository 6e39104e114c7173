import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type ResponseBody, bookBody, openApi, type SavedBook } from '../api.ts';
import { png, wav } from '../media.ts';
import { backends, expect, test } from './dependencies.ts';
import { until } from './wait-until.ts';

const rounds = 2;
const writers = 4;
const responsesPerRound = 40;
const dayMs = 24 * 60 * 60 * 1000;

/** The acknowledged writes. The server must not lose any of them. */
interface Acknowledged {
  readonly saved: Map<number, SavedBook>;
  readonly deleted: Set<number>;
  responses: number;
}

/** Creates, edits and deletes books with files until the server is killed. */
async function write(url: string, writer: string, acknowledgedWrites: Acknowledged): Promise<void> {
  const api = await openApi(url);
  const remember = ({ success, data }: ResponseBody<SavedBook>) => {
    acknowledgedWrites.responses += 1;
    if (success) acknowledgedWrites.saved.set(data.id, data);
    return data;
  };
  for (let count = 0; ; count++) {
    const name = `${writer} ${count}`;
    const files = { image: png(60, 90, [count % 256, 90, 90]), audio: wav(1 + (count % 3)) };
    const book = remember(await api.call('POST', '/books/create', bookBody({ name }, files)));
    if (count % 3 === 1) {
      // Between request and response the book may or may not exist. Only the response confirms the deletion.
      acknowledgedWrites.saved.delete(book.id);
      const change = bookBody({ id: String(book.id), name: `${name}, changed` }, { image: png(30, 40) });
      remember(await api.call('POST', '/books/update', change));
    }
    if (count % 3 === 2) {
      acknowledgedWrites.saved.delete(book.id);
      const { success } = await api.call('DELETE', `/books/${book.id}`);
      acknowledgedWrites.responses += 1;
      if (success) acknowledgedWrites.deleted.add(book.id);
    }
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const keyOf = (address: string) => address.slice(address.lastIndexOf('/') + 1).split('#', 1)[0] ?? '';

for (const dependencies of backends) {
  test(`kill -9 during writes with uploads loses no acknowledged write and leaves no orphaned file: ${dependencies}`, async ({
    settingsOf,
    start,
  }) => {
    // Background jobs create files of their own: waveform peaks, and temporary files of the audio analysis.
    const settings = { ...(await settingsOf(dependencies)), JOBS: 'off' };
    const acknowledgedWrites: Acknowledged = { saved: new Map(), deleted: new Set(), responses: 0 };

    for (let round = 0; round < rounds; round++) {
      const server = await start(settings);
      const writerRuns = Array.from({ length: writers }, (_, index) =>
        write(server.url, `Round ${round} writer ${index} book`, acknowledgedWrites).catch(() => undefined),
      );
      const writes = Promise.all(writerRuns);
      const enough = until(() => acknowledgedWrites.responses >= (round + 1) * responsesPerRound);
      const isDead = () => Promise.reject(new Error(`The server ended by itself:\n${server.output()}`));
      // The writers do not pause, so the kill interrupts some writes.
      await Promise.race([enough, writes.then(isDead)]);
      await server.kill();
      await writes;
    }
    expect(acknowledgedWrites.saved.size).toBeGreaterThan(rounds * writers);

    // A start deletes files without references when they are old enough.
    const old = new Date(Date.now() - 2 * dayMs);
    for (const file of await filesBelow(settings.DATA_DIR)) await utimes(file, old, old);
    const server = await start(settings);
    const api = await openApi(server.url);

    const { items, total } = await api.allBooks();
    expect(items).toHaveLength(total);
    const booksById = new Map(items.map((book) => [book.id, book]));
    for (const { id, name, image_url, thumbnail_url, audio_url } of acknowledgedWrites.saved.values()) {
      expect(booksById.get(id)).toMatchObject({ name, image_url, thumbnail_url, audio_url });
    }
    for (const id of acknowledgedWrites.deleted) expect(booksById.has(id)).toBe(false);

    const addresses = items.flatMap((book) => [book.image_url, book.thumbnail_url, book.audio_url]);
    const referencedKeys = new Set(addresses.filter((address) => address !== null).map(keyOf));
    for (const key of referencedKeys) {
      const response = await fetch(`${server.url}/media/${key}`);
      expect(response.status, key).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')));
    }
    // The clean-up yields to requests.
    await expect(async () => {
      const storedFiles = await filesBelow(join(settings.DATA_DIR, 'blobs'));
      expect(new Set(storedFiles.map(keyOf))).toEqual(referencedKeys);
      const files = await filesBelow(settings.DATA_DIR);
      const uploads = files.filter((file) => /staging|upload|tmp/.test(file.slice(settings.DATA_DIR.length)));
      expect(uploads, 'nothing is left of uploads that were cut off').toEqual([]);
    }).toPass({ timeout: 60_000 });
    expect(await server.stop()).toBe(0);
  });
}
