import { ensureBuilt } from './build.mjs';
import { ensureNode } from './node-version.mjs';
import { command } from './run.mjs';

await command(async () => {
  await ensureBuilt();
  process.env['DEMO'] ||= '1';
  await ensureNode();
  await import(new URL('../dist/server/main.js', import.meta.url).href);
});
