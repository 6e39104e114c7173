import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { alone } from './lock.mjs';
import { nodePath, root, toolEnvironment } from './node-version.mjs';
import { command } from './run.mjs';

/** Starts the server from its sources and restarts it after each change. Vite serves the printed address in front of it. */
await command(async () => {
  await alone(() => ensureInstalled({ withDev: true }));
  const env = { STOP_GRACE_MS: '0', ...toolEnvironment(), DEMO: process.env['DEMO'] || '1' };
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: root, env, stdio: 'inherit' };
  const children = [
    spawn(nodePath(), ['--watch', '--watch-preserve-output', 'server/main.ts'], options),
    spawn(join(root, 'node_modules', '.bin', 'vite'), [], options),
  ];
  const stop = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  for (const child of children) child.once('exit', stop);
});
