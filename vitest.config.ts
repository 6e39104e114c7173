import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Ends what hangs. Far from what any test takes, so that a busy machine fails none. */
const testTimeout = 120_000;

const databasesSetup = 'server/testing/databases-global-setup.ts';

/** `#contract/*` and `#server/*` resolve to the sources, in Vite's resolver and in the workers that tests start. */
const source = {
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['source', 'node', 'development|production'] } },
};

/** Files that replace modules, which others that share their worker would meet too. */
const withMocks = [
  'web/features/books/book-dialog.test.tsx',
  'web/features/story-books/items-table.test.tsx',
  'web/core/components/import-button.test.tsx',
];

/** The tests of the browser's side load the product once for each worker; most of the time of a run went into that. */
const web = {
  ...source,
  plugins: [react()],
  test: {
    environment: 'happy-dom',
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
      {
        ...source,
        test: {
          name: 'node',
          environment: 'node',
          pool: 'forks',
          execArgv: ['--conditions=source'],
          include: ['{contract,server,client,bench}/**/*.test.ts', 'scripts/**/*.test.mjs'],
          globalSetup: existsSync(databasesSetup) ? [databasesSetup] : [],
          testTimeout,
          hookTimeout: testTimeout,
          unstubEnvs: true,
        },
      },
      {
        ...web,
        test: { ...web.test, name: 'web', isolate: false, exclude: withMocks },
      },
      {
        ...web,
        test: { ...web.test, name: 'web-mocks', include: withMocks },
      },
    ],
  },
});
