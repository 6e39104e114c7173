import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { ensureNode } from './node-version.mjs';
import { command } from './run.mjs';

await command(async () => {
  await ensureBuilt();
  await ensureNode();
  const args = ['bench/main.ts', ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  await new Promise((resolve) => child.once('exit', (code) => resolve((process.exitCode = code ?? 1))));
});
