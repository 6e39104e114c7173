import { ensureNode, nodePath, root } from './node-version.mjs';
import { command, run } from './run.mjs';

/* Writes what a database of the version being released looks like: CONTRIBUTING.md, "A release". */
await command(async () => {
  await ensureNode();
  const args = ['--conditions=source', 'server/testing/stored/store.ts', ...process.argv.slice(2)];
  process.exitCode = await run(nodePath(), args, { cwd: root });
});
