import { defineConfig } from '@playwright/test';
import { demoFolder } from '../demo-folder.ts';

demoFolder();

/* Playwright's runner without its browsers, which are builds of its own. Puppeteer controls the released Firefox. */
export default defineConfig({
  testDir: '..',
  outputDir: '../../test-results',
  globalTeardown: '../demo-folder.ts',
  forbidOnly: Boolean(process.env['CI']),
  workers: 1,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: [
    { name: 'demo', testMatch: 'specs/*.setup.ts' },
    { name: 'firefox', testMatch: 'firefox/*.spec.ts', dependencies: ['demo'] },
  ],
});
