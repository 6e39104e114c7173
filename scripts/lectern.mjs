#!/usr/bin/env node
import { ensureBuilt } from './build.mjs';
import { ensureNode } from './node-version.mjs';
import { command } from './run.mjs';

await command(async () => {
  await ensureBuilt({ quiet: true });
  await ensureNode();
  await import(new URL('../dist/server/cli.js', import.meta.url).href);
});
