import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { findFirefox } from './firefox.mjs';
import { ensureInstalled } from './install.mjs';
import { alone } from './lock.mjs';
import { ensureNode, nodePath, root, toolEnvironment } from './node-version.mjs';
import { startPostgres } from './postgres.mjs';
import { command, run } from './run.mjs';
import {
  add,
  browserCounts,
  browserFailures,
  closingLine,
  none,
  single,
  unitCounts,
  unitFailures,
} from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */

/** Tests start many servers and child processes. With compiled code from a cache, a server loads in half the time. */
const compileCache = join(root, 'node_modules', '.cache', 'node-compile');

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
function tool(name, args, env = {}) {
  const options = { cwd: root, env: { ...toolEnvironment(), NODE_COMPILE_CACHE: compileCache, ...env } };
  return run(join(root, 'node_modules', '.bin', name), args, options);
}

/**
 * Runs a check that counts as one test: it passes or fails as a whole.
 * @param {string} name
 * @param {readonly string[]} args
 */
function check(name, ...args) {
  return async () => single((await tool(name, args)) === 0);
}

/** Returns a check that runs a script of this project. */
function scriptCheck(/** @type {string} */ name, /** @type {string[]} */ ...args) {
  return async (/** @type {readonly string[]} */ extra = []) =>
    single((await run(nodePath(), [join(root, 'scripts', name), ...args, ...extra], { cwd: root })) === 0);
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The failures of all stages. They are printed again at the end, because the output of a long run is truncated.
 * @type {string[]}
 */
const failures = [];

async function unitTests(/** @type {readonly string[]} */ extra) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-report-'));
  const report = join(folder, 'unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await tool('vitest', ['run', ...reporters, ...extra]);
  const results = readReport(report);
  const counts = unitCounts(results, code);
  failures.push(...unitFailures(results));
  rmSync(folder, { recursive: true });
  return counts;
}

/**
 * @param {string} config the folder of the configuration
 * @param {readonly string[]} extra
 * @param {Record<string, string>} env
 */
async function playwright(config, extra, env) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-report-'));
  const report = join(folder, 'e2e.json');
  const code = await tool('playwright', ['test', '--config', config, '--reporter=list,json', ...extra], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const results = readReport(report);
  const counts = browserCounts(results, code);
  failures.push(...browserFailures(results));
  rmSync(folder, { recursive: true });
  return counts;
}

async function browserSpecs(/** @type {readonly string[]} */ extra) {
  return playwright('e2e', extra, { LECTERN_BROWSER: JSON.stringify(await findBrowser()) });
}

async function firefoxSpecs(/** @type {readonly string[]} */ extra) {
  return playwright('e2e/firefox', extra, { FIREFOX_PATH: findFirefox() });
}

/** @type {readonly { name: string, subset: string, run: (extra: readonly string[]) => Promise<Counts> }[]} */
const stages = [
  { name: 'format', subset: 'lint', run: check('biome', 'format', '.') },
  { name: 'lint', subset: 'lint', run: check('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'unused', subset: 'lint', run: check('knip', '--no-progress') },
  { name: 'imports', subset: 'lint', run: scriptCheck('import-rules.mjs') },
  { name: 'names', subset: 'lint', run: scriptCheck('old-names.mjs') },
  { name: 'licences', subset: 'lint', run: scriptCheck('notices.mjs', '--check') },
  { name: 'types', subset: 'lint', run: check('tsc', '-b') },
  { name: 'unit', subset: 'unit', run: unitTests },
  { name: 'build', subset: 'e2e', run: scriptCheck('build.mjs') },
  { name: 'e2e', subset: 'e2e', run: browserSpecs },
  { name: 'build', subset: 'firefox', run: scriptCheck('build.mjs') },
  { name: 'firefox', subset: 'firefox', run: firefoxSpecs },
  { name: 'recipes', subset: 'recipes', run: scriptCheck('recipes.mjs') },
];

/** These parts need a program that is not installed with the packages, or take minutes: they run only when they are named. */
const onlyNamed = new Set(['firefox', 'recipes']);
/** The parts that test on PostgreSQL too. */
const withPostgres = ['unit', 'e2e'];

/**
 * @param {(typeof stages)[number]} stage
 * @param {string} label for example "2 of 7"
 * @param {readonly string[]} extra
 */
async function runStage(stage, label, extra) {
  console.log(`\n== ${label}: ${stage.name}`);
  const startedAt = performance.now();
  let counts = single(false);
  try {
    counts = await stage.run(extra);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
  }
  if (counts.failed > 0) failures.push(`stage ${stage.name}: ${closingLine(counts)}`);
  console.log(
    `== ${label}: ${stage.name}: ${closingLine(counts)} (${Math.round((performance.now() - startedAt) / 1000)} s)`,
  );
  return counts;
}

/**
 * Starts one PostgreSQL for all stages, unless the environment provides one. Without it, the stages that need it report an error.
 */
async function offerPostgres() {
  if (process.env['TEST_DATABASE_URL']) return undefined;
  try {
    const postgres = await startPostgres();
    process.env['TEST_DATABASE_URL'] = postgres.url;
    return postgres;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

await command(async () => {
  const [subset, ...extra] = process.argv.slice(2);
  const chosenStages = stages.filter((stage) =>
    subset ? stage.subset === subset : !onlyNamed.has(stage.subset),
  );
  if (chosenStages.length === 0)
    throw new Error(`Unknown part: ${subset}. The parts are lint, unit, e2e, firefox and recipes.`);
  await alone(() => ensureInstalled({ withDev: true }));
  await ensureNode();

  const postgres = chosenStages.some((stage) => withPostgres.includes(stage.subset))
    ? await offerPostgres()
    : undefined;
  let counts = none;
  for (const [index, stage] of chosenStages.entries())
    counts = add(counts, await runStage(stage, `${index + 1} of ${chosenStages.length}`, extra));
  await postgres?.stop();
  if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}`);
  console.log(`\n${closingLine(counts)}`);
  process.exit(counts.failed + counts.skipped > 0 ? 1 : 0);
});
