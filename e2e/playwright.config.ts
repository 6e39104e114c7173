import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { demoFolder } from './demo-folder.ts';

demoFolder();

// Its snapshots fetch what the page shows, pictures that were only chosen too, which the product's policy forbids.
const walkTrace = { mode: 'retain-on-failure', snapshots: false, screenshots: true } as const;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalTeardown: './demo-folder.ts',
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: { trace: walkTrace, actionTimeout: 15_000, viewport: { width: 1280, height: 900 } },
  projects: [
    // First and alone, since it is timed.
    { name: 'demo', testMatch: 'walks/*.setup.ts' },
    { name: 'faults', testMatch: 'faults/*.fault.ts', dependencies: ['demo'], timeout: 180_000 },
    {
      name: 'walks',
      testMatch: 'walks/*.walk.ts',
      dependencies: ['demo'],
      use: { launchOptions: await launchOptions() },
    },
  ],
});
