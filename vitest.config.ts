import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Ends tests that hang. Much longer than the slowest test, so that tests pass on a busy machine. */
const testTimeout = 120_000;

const databasesSetup = 'server/testing/databases-global-setup.ts';

/** Server tests in their own worker: they measure the time of calls, or replace modules. */
const nodeAlone = [
  'server/core/auth/sign-in-cost.test.ts',
  'server/core/db/dialects/sqlite-checkpoints.test.ts',
  'server/features/audio/clips/hostile-mp4.test.ts',
  'server/features/backup/durable-backup.test.ts',
];

/**
 * Tests that take more than a minute. Projects start in the order of their names, so these start first. At the end, other workers would be
 * idle while one runs them.
 */
const long = [
  'server/testing/fuzz/fuzz.test.ts',
  'server/features/backup/move/move.test.ts',
  'server/features/imports/kill-import.test.ts',
];

/** Screen tests in their own worker: they replace modules. */
const webAlone = [
  'web/features/books/book-dialog.test.tsx',
  'web/features/dashboard/dashboard-today.test.tsx',
  'web/features/story-books/items-table.test.tsx',
  'web/core/components/import-button.test.tsx',
];

/** Each worker loads the server once for all its files. Loading it for each file took a quarter of the time of a run. */
const node = {
  test: {
    environment: 'node',
    pool: 'forks' as const,
    include: ['{contract,server,client,bench}/**/*.test.ts', 'scripts/**/*.test.mjs'],
    globalSetup: existsSync(databasesSetup) ? [databasesSetup] : [],
    testTimeout,
    hookTimeout: testTimeout,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
};

/** Each worker loads the web application once for all its files. */
const web = {
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { width: 1280 } },
    pool: 'forks' as const,
    css: false,
    include: ['web/**/*.test.{ts,tsx}'],
    setupFiles: existsSync('web/testing/setup.ts') ? ['web/testing/setup.ts'] : [],
    testTimeout,
    unstubGlobals: true,
  },
};

export default defineConfig({
  test: {
    // One more than the cores of the smallest machine that runs them: tests wait for databases, files and children.
    maxWorkers: 3,
    reporters: ['default'],
    projects: [
      { ...node, test: { ...node.test, name: 'long', isolate: false, include: long } },
      { ...node, test: { ...node.test, name: 'node', isolate: false, exclude: [...long, ...nodeAlone] } },
      { ...node, test: { ...node.test, name: 'node-alone', include: nodeAlone } },
      { ...web, test: { ...web.test, name: 'web', isolate: false, exclude: webAlone } },
      { ...web, test: { ...web.test, name: 'web-alone', include: webAlone } },
    ],
  },
});
