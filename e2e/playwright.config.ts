import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './demo-catalogue.ts',
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: { trace: 'retain-on-failure', actionTimeout: 15_000, viewport: { width: 1280, height: 900 } },
  projects: [
    { name: 'walks', testMatch: 'walks/*.walk.ts', use: { launchOptions: await launchOptions() } },
    { name: 'faults', testMatch: 'faults/*.fault.ts', timeout: 180_000 },
  ],
});
