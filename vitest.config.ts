import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Ends what hangs. Far from what any test takes, so that a busy machine fails none. */
const testTimeout = 120_000;

const postgresSetup = 'server/testing/postgres-global-setup.ts';

/** `#contract/*` and `#server/*` resolve to the sources, in Vite's resolver and in the workers that tests start. */
const source = {
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['source', 'node', 'development|production'] } },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
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
          globalSetup: existsSync(postgresSetup) ? [postgresSetup] : [],
          testTimeout,
          hookTimeout: testTimeout,
          unstubEnvs: true,
        },
      },
      {
        ...source,
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          pool: 'forks',
          css: false,
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: existsSync('web/testing/setup.ts') ? ['web/testing/setup.ts'] : [],
          testTimeout,
          unstubGlobals: true,
        },
      },
    ],
  },
});
