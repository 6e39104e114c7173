import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.ts';

/** Where the demo catalogue lies that every worker starts from. */
export const demoFolderVariable = 'LECTERN_DEMO_CATALOGUE';

/** Loads the demo catalogue once; a worker copies its folder, which is faster than loading it again. */
export default async function loadDemoCatalogue(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-demo-'));
  const server = await startServer({ DATA_DIR: folder, DEMO: '1' });
  const code = await server.stop();
  if (code !== 0) throw new Error(`The server did not stop cleanly (${code}):\n${server.output()}`);
  process.env[demoFolderVariable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
