import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { demoFolder } from './demo-folder.ts';

demoFolder();

/*
 * Its snapshots fetch what the page shows, pictures that were only chosen too, which the product's policy forbids. Its film takes a
 * third of the processor; a failure has one picture instead.
 */
const trace = { mode: 'retain-on-failure', snapshots: false, screenshots: false } as const;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalTeardown: './demo-folder.ts',
  forbidOnly: Boolean(process.env['CI']),
  // One more than the cores of the smallest machine that runs them: walks wait for servers, and faults for deadlines.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  // These end what hangs; they are far from what anything takes, so that a busy machine fails no test.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    trace,
    screenshot: 'only-on-failure',
    actionTimeout: 45_000,
    viewport: { width: 1280, height: 900 },
  },
  projects: [
    // First, since the specs begin with copies of its folder.
    { name: 'demo', testMatch: 'specs/*.setup.ts' },
    {
      name: 'fault-injection',
      testMatch: 'fault-injection/*.spec.ts',
      dependencies: ['demo'],
      timeout: 400_000,
    },
    {
      name: 'specs',
      testMatch: 'specs/*.spec.ts',
      dependencies: ['demo'],
      use: { launchOptions: await launchOptions() },
    },
  ],
});
