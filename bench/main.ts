import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAuditLogFile } from './audit-log-file.ts';
import { readAuditLogRows } from './audit-log-rows.ts';
import { measureBackground } from './background.ts';
import { measureBrowser } from './browser-cost.ts';
import { createCatalogues, openCatalogue, removeCatalogues } from './catalogues.ts';
import { compareRows } from './compare-rows.ts';
import { generateAuditLog } from './generate-audit-log.ts';
import { load } from './load.ts';
import { measureUpload } from './measure-files.ts';
import { measureList } from './measure-list.ts';
import { readReportRows } from './report-rows.ts';
import { readRows } from './rows.ts';
import { startLectern } from './server-process.ts';
import { measureSoak } from './soak.ts';

/*
 * Measures the performance of the product. Each value is compared with a baseline of the same run. Time budgets are printed and not
 * asserted, because they depend on the machine. The defaults take some minutes; `--books 1000000 --seconds 6` takes longer. `soak` and
 * `background` are not measured by default.
 */

const usualScenarios = ['rows', 'reports', 'audit-log', 'list', 'upload', 'ranges', 'web'];
const scenarios = [...usualScenarios, 'soak', 'background'];

const { values: options } = parseArgs({
  options: {
    books: { type: 'string', default: '100000' },
    small: { type: 'string', default: '10000' },
    entries: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '2' },
    upload: { type: 'string', default: String(256 * 1024 ** 2) },
    only: { type: 'string', default: usualScenarios.join(',') },
    postgres: { type: 'string' },
    json: { type: 'string' },
  },
});
const scenarioNames = new Set(options.only.split(','));
const unknownNames = [...scenarioNames].filter((name) => !scenarios.includes(name));
if (unknownNames.length > 0)
  throw new Error(`Unknown scenarios: ${unknownNames.join(', ')}. Use ${scenarios.join(', ')}.`);
const books = Number(options.books);
const smallBooks = Number(options.small);
const seconds = Number(options.seconds);
const loadOptions = {
  seconds,
  connections: Number(options.connections),
  isPostgres: options.postgres !== undefined,
};
const root = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const catalogues = createCatalogues(root, options.postgres);
const report: Record<string, unknown> = {
  node: process.version,
  database: options.postgres ? 'postgres' : 'sqlite',
};

async function measureBooks(): Promise<void> {
  const large = await catalogues.create({ name: 'large', books });
  if (scenarioNames.has('rows')) {
    const small = await catalogues.create({ name: 'small', books: smallBooks });
    const { table, start } = await compareRows({ small, large }, readRows, loadOptions);
    Object.assign(report, { rows: table, start });
    console.table([start]);
    await removeCatalogues(small);
  }
  if (scenarioNames.has('list')) console.table([(report['list'] = await measureList(large, seconds))]);
  if (scenarioNames.has('soak')) console.table((report['soak'] = await measureSoak(large)));
  await removeCatalogues(large);
}

async function measureReports() {
  const small = await catalogues.create({ name: 'small', books: smallBooks, isProjected: true });
  const large = await catalogues.create({ name: 'large', books, isProjected: true });
  const { table } = await compareRows({ small, large }, readReportRows, loadOptions);
  await removeCatalogues(small, large);
  return table;
}

/** Measures the lists of a short and a long audit log, and a download of the long one. */
async function measureAuditLog() {
  const fill = async (name: string, count: number) => {
    const catalogue = await catalogues.create({ name, books: 1_000 });
    const database = await openCatalogue(catalogue);
    await generateAuditLog(database, count);
    await database.close();
    return catalogue;
  };
  const entries = Number(options.entries);
  const small = await fill('short', entries / 100);
  const large = await fill('long', entries);
  const { table } = await compareRows({ small, large }, readAuditLogRows, loadOptions);
  const file = await readAuditLogFile(large);
  console.table([file]);
  await removeCatalogues(small, large);
  return { table, file };
}

async function measureFiles(): Promise<void> {
  const hasRanges = scenarioNames.has('ranges');
  const { upload, ranges } = await measureUpload(root, { size: Number(options.upload), seconds, hasRanges });
  Object.assign(report, { upload, ranges });
  console.table([upload]);
  if (ranges) console.table([ranges]);
}

/** Measures the Books screen in a browser with the demo catalogue. */
async function measureWeb() {
  const server = await startLectern({ DATA_DIR: await mkdtemp(join(root, 'web-')), DEMO: '1' });
  try {
    return { ...(await measureBrowser(server.origin)), load: load() };
  } finally {
    await server.stop();
  }
}

try {
  if (['rows', 'list', 'soak'].some((name) => scenarioNames.has(name))) await measureBooks();
  if (scenarioNames.has('reports')) report['reports'] = await measureReports();
  if (scenarioNames.has('audit-log')) report['auditLog'] = await measureAuditLog();
  if (scenarioNames.has('upload')) await measureFiles();
  if (scenarioNames.has('background'))
    console.table((report['background'] = await measureBackground(catalogues, books)));
  if (scenarioNames.has('web')) console.table([(report['web'] = await measureWeb())]);
  if (options.json) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  await rm(root, { recursive: true, force: true });
}
