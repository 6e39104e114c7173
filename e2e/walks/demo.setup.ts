import { expect, test } from '@playwright/test';
import { demoFolder } from '../demo-folder.ts';
import { startServer } from '../server.ts';

/** Ten seconds on a machine of one's own; three times that where others work beside the tests. */
const loadsWithinMs = 30_000;

test('the demo catalogue loads into an empty database in seconds', async () => {
  const started = performance.now();
  const server = await startServer({ DATA_DIR: demoFolder(), DEMO: '1' });
  const took = performance.now() - started;
  console.log(`The demo catalogue was ready after ${(took / 1000).toFixed(1)} s.`);
  expect(took).toBeLessThan(loadsWithinMs);
  expect(await server.stop(), server.output()).toBe(0);
});
