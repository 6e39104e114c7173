import { rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bookBody, openApi, type SavedBook } from '../api.ts';
import { png } from '../media.ts';
import { expect, test } from './dependencies.ts';

test('rejects a damaged database at start with one message', async ({ settingsOf, start }) => {
  const settings = await settingsOf('SQLite');
  const server = await start(settings);
  const api = await openApi(server.url);
  for (let count = 0; count < 20; count++) {
    await api.call('POST', '/books/create', { name: `Book ${count}`, description: 'x'.repeat(3_000) });
  }
  expect(await server.stop()).toBe(0);
  const path = join(settings.DATA_DIR, 'catalogue.db');
  // The last pages of the file are missing. A check of its first pages does not detect that.
  await truncate(path, 48 * 4096);
  await expect(start(settings)).rejects.toThrow(/^.*did not become ready:\n[^\n]*damaged[^\n]*backup\.?\n$/s);
  await writeFile(path, 'This is no database. '.repeat(1_000));
  await expect(start(settings)).rejects.toThrow(/^.*did not become ready:\n[^\n]*damaged[^\n]*backup\.?\n$/s);
});

test('acknowledges no write without its data directory, and reports that it is missing', async ({
  settingsOf,
  start,
}) => {
  const settings = await settingsOf('SQLite');
  const data = join(settings.DATA_DIR, 'data');
  const server = await start({ ...settings, DATA_DIR: data });
  const api = await openApi(server.url);
  const { data: book } = await api.call<SavedBook>('POST', '/books/create', { name: 'Before' });
  const away = `${data}-away`;
  await rename(data, away);
  for (const body of [{ name: 'After' }, bookBody({ name: 'After' }, { image: png(10, 10) })]) {
    const response = await api.call('POST', '/books/create', body);
    expect(response).toMatchObject({ success: false, message: expect.stringMatching(/gone|missing/) });
  }
  await expect
    .poll(async () => {
      const responseBody = await fetch(`${server.url}/api/health/ready`);
      return { status: responseBody.status, ...((await responseBody.json()) as { message: string }) };
    })
    .toMatchObject({ status: 503, message: expect.stringContaining('is missing') });
  await server.stop();
  await rename(away, data);
  const again = await start({ ...settings, DATA_DIR: data });
  const { items } = await (await openApi(again.url)).allBooks();
  expect(items.map(({ id }) => id)).toEqual([book.id]);
});
