import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { signedIn } from './browser-cost.ts';
import { measureDialogs, measureSaves } from './dialogs.ts';
import { scenarios } from './scenarios.ts';
import { type Effort, createInput } from './input.ts';
import { startLectern } from './server-process.ts';

/*
 * Measures everyday tasks in the browser: clicks, keys, waiting time and time of the Keystroke-Level Model. Also measures the
 * time to open and to close dialogs. Uses the demo catalogue and the built product:
 * `npm run build && node bench/run-scenarios.ts [--only jobs,dialogs]
 * [--match TEXT]`. `--match` selects tasks by name.
 */

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: 'jobs,dialogs' }, match: { type: 'string', default: '' } },
});
const groups = new Set(options.only.split(','));
const folder = await mkdtemp(join(tmpdir(), 'lectern-everyday-'));
const server = await startLectern({ DATA_DIR: folder, DEMO: '1' });
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  args: browserFlags,
  env: { ...process.env, ...env },
});
const viewport = { width: 1280, height: 900 };

try {
  const session = await signedIn(browser, server.origin);
  if (groups.has('jobs')) {
    const table: Record<string, Effort | { readonly failed: string }> = {};
    for (const { name, from, isSignedOut, run } of scenarios) {
      if (!new RegExp(options.match).test(name)) continue;
      const context = await browser.newContext({ viewport, ...(!isSignedOut && { storageState: session }) });
      const page = await context.newPage();
      await page.goto(server.origin + from);
      await page.waitForLoadState('networkidle');
      const input = createInput(page);
      try {
        await run(input);
        const { clicks, keys, waitingSeconds: waited, seconds } = input.effort();
        table[name] = {
          clicks,
          keys,
          waitingSeconds: Number(waited.toFixed(2)),
          seconds: Number(seconds.toFixed(1)),
        };
      } catch (error) {
        process.exitCode = 1;
        table[name] = {
          failed: error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error),
        };
      }
      await context.close();
    }
    console.table(table);
  }
  if (groups.has('dialogs')) {
    console.table(await measureDialogs(browser, server.origin, session));
    console.log(
      'from the answer of a save to its closing dialog, ms:',
      await measureSaves(browser, server.origin, session),
    );
  }
  console.log(`load average ${(loadavg()[0] ?? 0).toFixed(1)}`);
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
