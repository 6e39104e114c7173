import { ensureNode, nodePath, root } from './node-version.mjs';
import { command, run } from './run.mjs';

/* Writes the database of the version to release, see "A release" in CONTRIBUTING.md. */
await command(async () => {
  await ensureNode();
  const args = ['server/testing/stored/store.ts', ...process.argv.slice(2)];
  process.exitCode = await run(nodePath(), args, { cwd: root });
});
