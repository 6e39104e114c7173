import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverFolder, serverModule } from './server-module.ts';

/** The names of modules for which the build writes a file: see `vite.server.config.ts`. */
const builtName = /-(child|host|worker)$/;

test('every module of a child process or a thread exists and has a file in the build', () => {
  const sources = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  const paths = sources.flatMap((path) =>
    [...readFileSync(join(serverFolder, path), 'utf8').matchAll(/serverModule\('([^']+)'\)/g)].map(
      ([, module = '']) => module,
    ),
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(serverModule(path)) || !builtName.test(path))).toEqual([]);
});
