import { expect, test } from '@playwright/test';
import { openApi } from '../api.ts';
import { demoFolder } from '../demo-folder.ts';
import { startServer } from '../server.ts';

// The server analyses hundreds of images and recordings, which takes minutes on a busy machine.
const loadedWithinMs = 15 * 60_000;
test.setTimeout(loadedWithinMs + 60_000);

test('loads the demo catalogue into an empty database', async () => {
  const startedAt = performance.now();
  const server = await startServer({ DATA_DIR: demoFolder(), DEMO: '1' }, loadedWithinMs);
  console.log(`The demo catalogue was ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  const { items, total } = await (await openApi(server.url)).allBooks();
  expect(items.length).toBe(total);
  expect(items.filter(({ image_url }) => image_url === null)).toEqual([]);
  expect(total).toBeGreaterThan(100);
  expect(await server.stop(), server.output()).toBe(0);
});
