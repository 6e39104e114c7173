import { expect, test } from '@playwright/test';
import { demoFolder } from '../demo-folder.ts';
import { startServer } from '../server.ts';

const loadsWithinMs = 10_000;

test('the demo catalogue loads into an empty database in under 10 s', async () => {
  const started = performance.now();
  const server = await startServer({ DATA_DIR: demoFolder(), DEMO: '1' });
  expect(performance.now() - started).toBeLessThan(loadsWithinMs);
  expect(await server.stop(), server.output()).toBe(0);
});
