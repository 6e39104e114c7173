import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { demoFolder } from './demo-folder.ts';

demoFolder();

/*
 * Snapshots of the trace fetch images of the page, also images that are selected but not uploaded. The security policy forbids
 * that. Screenshots of the trace use a third of the CPU, so a failed test has one screenshot instead.
 */
const trace = { mode: 'retain-on-failure', snapshots: false, screenshots: false } as const;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalTeardown: './demo-folder.ts',
  forbidOnly: Boolean(process.env['CI']),
  // One worker more than the cores of the smallest test machine, because tests wait for servers and timeouts.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  // These limits end tests that hang. They are much longer than any test, so that no test fails on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    trace,
    screenshot: 'only-on-failure',
    actionTimeout: 45_000,
    viewport: { width: 1280, height: 900 },
  },
  projects: [
    // This project runs first, because the specs copy its folder.
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
