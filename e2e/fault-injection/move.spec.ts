import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bookBody, openApi, type SavedBook } from '../api.ts';
import { png } from '../media.ts';
import { lectern } from '../server.ts';
import { expect, test } from './dependencies.ts';
import { createPatientClient } from './retrying-client.ts';
import { until } from './wait-until.ts';

const BOOKS_BEFORE = 10;
const BOOKS_AFTER = 10;

test('two servers move to another database and file storage during writes and reads', async ({
  settingsOf,
  start,
  postgres,
}) => {
  const sharedSettings = await settingsOf('PostgreSQL');
  const settings = { ...sharedSettings, BLOB_STORE_URL: `file:${join(sharedSettings.DATA_DIR, 'blobs')}` };
  const servers = await Promise.all([start(settings), start(settings)]);
  const { authorization } = await openApi(servers[0].url);
  const client = createPatientClient(servers, authorization);
  const savedBooks: SavedBook[] = [];
  const over = new AbortController();
  let readErrors = 0;
  const write = async () => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const body = () => bookBody({ name: `Book ${count}` }, { image: png(30, 40, [count % 256, 90, 90]) });
      const { status, result } = await client.create<SavedBook>('/books/create', body);
      expect(status).toBe(200);
      savedBooks.push(result.data);
    }
  };
  const read = async () => {
    while (!over.signal.aborted) {
      const response = await fetch(`${servers[0].url}/api/books/list`, { headers: { authorization } }).catch(
        () => undefined,
      );
      // The server may reject a connection during the switch.
      if (response && response.status !== 200) readErrors += 1;
      await response?.arrayBuffer();
      await delay(10);
    }
  };
  const requests = Promise.all([write(), write(), read()]);
  await Promise.race([until(() => savedBooks.length >= BOOKS_BEFORE), requests]);

  const target = await postgres.emptyDatabase();
  const folder = `file:${join(sharedSettings.DATA_DIR, 'moved')}`;
  const { code, output } = await lectern(['move', '--to', target, folder], settings);
  expect(output).toContain('Moved: ');
  expect(code).toBe(0);
  const movedCount = savedBooks.length;
  await Promise.race([until(() => savedBooks.length >= movedCount + BOOKS_AFTER), requests]);
  over.abort();
  await requests;
  expect(readErrors).toBe(0);

  // All data is on both servers and on one that starts with the old addresses.
  const startedServer = await start(settings);
  expect(startedServer.output()).toContain('The catalogue has moved.');
  for (const { url } of [...servers, startedServer]) {
    const api = await openApi(url);
    const { items } = await api.allBooks();
    const names = new Map(items.map(({ id, name }) => [id, name]));
    for (const { id, name } of savedBooks) expect(names.get(id)).toBe(name);
    const [first] = items;
    const image = await fetch(new URL(first?.image_url ?? '', url));
    expect(image.status).toBe(200);
  }
  const { output: refused, code: failed } = await lectern(
    ['user', 'reset-two-factor', 'admin@lectern.test'],
    settings,
  );
  expect(refused).toContain('The catalogue has moved.');
  expect(failed).toBe(1);
  const checkResult = await lectern(['check'], { ...settings, DATABASE_URL: target, BLOB_STORE_URL: folder });
  expect(checkResult.output).not.toContain('missing');
  expect(checkResult.code).toBe(0);
});
