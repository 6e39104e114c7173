import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type Database, migrate, openDatabase } from '../server/core/db/open.ts';
import { createProjection } from '../server/features/catalogue-health/projection/projection.ts';
import { type Ranged, readRanges, startNginx, uploadBook, writeWav } from './audio.ts';
import { measureBrowser } from './browser-cost.ts';
import { generateBooks, skipProjection } from './generate-books.ts';
import { generateAuditLog } from './generate-audit-log.ts';
import { runSoak } from './soak.ts';
import { growthByAuditLog } from './audit-log-cost.ts';
import { readAuditLogFile } from './audit-log-file.ts';
import { costOfEntry, readAuditLogRows } from './audit-log-rows.ts';
import { generateRecords } from './generate-records.ts';
import { type Client, type Measured, measure, openClient, percentile } from './load.ts';
import { readPublicationRows } from './publication-rows.ts';
import { readRecordRows } from './record-rows.ts';
import { readReportRows } from './report-rows.ts';
import { type Row, readRows } from './rows.ts';
import { type ServerProcess, rssOf, signIn, startLectern, startProcess } from './server-process.ts';

/*
 * Measures the performance of the product. Each value is compared with a baseline of the same run. Time budgets are printed and not
 * asserted, because they depend on the machine. The defaults take some minutes; `--books 1000000 --seconds 6` takes longer.
 */

const { values: options } = parseArgs({
  options: {
    books: { type: 'string', default: '100000' },
    small: { type: 'string', default: '10000' },
    records: { type: 'string', default: '10000' },
    entries: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '2' },
    upload: { type: 'string', default: String(256 * 1024 ** 2) },
    only: { type: 'string', default: 'rows,records,reports,audit-log,list,upload,ranges,sign-in,web' },
    postgres: { type: 'string' },
    json: { type: 'string' },
  },
});
/** The number of short runs, alternating with a baseline. The median is used. */
const ROUNDS = 3;
/** The number of lists that are requested after a start. */
const FIRST_LISTS = 7;
/** The duration of range requests before the measurement. */
const WARM_UP_SECONDS = 20;
const scenarioNames = new Set(options.only.split(','));
const seconds = Number(options.seconds);
const connections = Number(options.connections);
const round = (value: number, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits;

interface Catalogue {
  /** The PostgreSQL database. The CPU time of its server processes is counted. */
  readonly databaseName: string | undefined;
  readonly folder: string;
  readonly env: Record<string, string>;
}

async function makeCatalogue(
  root: string,
  {
    name,
    books,
    records = 0,
    hasRecords = false,
  }: {
    readonly name: string;
    readonly books: number;
    readonly records?: number;
    /** True for books with narrators, series and identifiers. */
    readonly hasRecords?: boolean;
  },
): Promise<Catalogue> {
  const folder = await mkdtemp(join(root, `${name}-`));
  const databaseName = options.postgres ? `bench_${name}` : undefined;
  const url = options.postgres
    ? await freshPostgres(options.postgres, `bench_${name}`)
    : `file:${join(folder, 'catalogue.db')}`;
  const startedAt = performance.now();
  const database = await openDatabase(url);
  await migrate(database);
  await generateBooks(database, books, { hasRecords });
  await skipProjection(database);
  if (records > 0) await generateRecords(database, records, books);
  await database.close();
  console.log(
    `${books} books and ${records} records of each kind generated in ${round((performance.now() - startedAt) / 1000, 1)} s`,
  );
  return { folder, databaseName, env: { DATA_DIR: folder, DATABASE_URL: url } };
}

async function freshPostgres(server: string, name: string): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

type ReadRows = (client: Client) => Promise<{ rows: Row[]; write: (side: Client) => Promise<void> }>;

async function measureRows(catalogue: Catalogue, read: ReadRows) {
  const server = await startLectern(catalogue.env, catalogue.databaseName);
  try {
    const token = await signIn(server.origin);
    const client = openClient(server.origin, token);
    const firstLists = [];
    for (let page = 1; page <= FIRST_LISTS; page += 1)
      firstLists.push((await client.send({ path: `/api/books/list?page=${page}` })).ms);
    const [firstListMs = 0, ...nextListsMs] = firstLists;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const idleRss = server.rss();
    const { rows, write } = await read(client);
    client.close();
    const figures = new Map<string, Measured>();
    for (const row of rows)
      figures.set(row.name, await measure(server, { token, next: row.next, write, seconds, connections }));
    return {
      rows,
      figures,
      start: {
        'ready ms': round(server.startMs, 0),
        'first list ms': round(firstListMs, 1),
        'next lists ms': round(percentile(nextListsMs, 0.5), 1),
        'idle MiB': round(idleRss / 1024 ** 2, 1),
      },
    };
  } finally {
    await server.stop();
  }
}

/** Compares the cost of each request on a small and a large catalogue. */
async function compareRows(small: Catalogue, large: Catalogue, read: ReadRows) {
  const before = await measureRows(small, read);
  const after = await measureRows(large, read);
  const table = after.rows.map(({ name, baseline, limitMs, limitRatio }, index) => {
    const figure = after.figures.get(name);
    const base = before.figures.get(baseline ?? before.rows[index]?.name ?? '');
    return {
      request: name,
      'CPU ms': round(figure?.cpuMs ?? 0, 3),
      'at most': options.postgres ? limitMs * 2 : limitMs,
      'small catalogue': round(base?.cpuMs ?? 0, 3),
      ratio: round((figure?.cpuMs ?? 0) / (base?.cpuMs ?? 1)),
      'ratio at most': limitRatio ?? '-',
      'mean ms': round(figure?.meanMs ?? 0, 1),
      'p95 ms': round(figure?.p95Ms ?? 0, 1),
      'p99 ms': round(figure?.p99Ms ?? 0, 1),
      'probe p99 ms': round(figure?.probeP99Ms ?? 0, 1),
      requests: figure?.requests ?? 0,
      load: figure?.load ?? 0,
    };
  });
  console.table(table);
  return { table, start: after.start };
}

/** Measures cached and uncached requests during the writes of an hour. */
async function measureSoak(catalogue: Catalogue) {
  const server = await startLectern(catalogue.env, catalogue.databaseName);
  try {
    const token = await signIn(server.origin);
    const client = openClient(server.origin, token);
    const { rows, write } = await readRows(client);
    client.close();
    const nextOf = (name: string) => rows.find((row) => row.name.startsWith(name))?.next;
    const rowNames = { page: 'first page', search: 'search, repeated' };
    const cachedRows = Object.entries(rowNames).flatMap(([name, row]) => {
      const request = nextOf(row)?.();
      return request ? [{ name, request }] : [];
    });
    const nextRead = nextOf('mixed reads');
    if (!nextRead) throw new Error('there are no mixed reads');
    return await runSoak({ server, token, cached: cachedRows, read: nextRead, write });
  } finally {
    await server.stop();
  }
}

/** Returns the CPU milliseconds for each request over a few connections. */
async function costOf(server: ServerProcess, path: string, token: string): Promise<number> {
  const client = openClient(server.origin, token, 8);
  const until = performance.now() + (seconds * 1000) / ROUNDS;
  const before = server.cpuMs();
  let requests = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        await client.send({ path });
        requests += 1;
      }
    }),
  );
  client.close();
  return (server.cpuMs() - before) / requests;
}

/** Compares the list with a plain route. Both run in turn under the same machine load. */
async function measureList(catalogue: Catalogue) {
  const path = '/api/books/list?page=1&items_per_page=10&with_chapters=0&is_admin=1';
  const lectern = await startLectern(catalogue.env, catalogue.databaseName);
  const token = await signIn(lectern.origin);
  const bare = await startProcess(
    ['bench/bare-server.ts'],
    { SOURCE: `${lectern.origin}${path}`, TOKEN: token },
    '/ready',
  );
  const ours: number[] = [];
  const baseline: number[] = [];
  await costOf(lectern, path, token);
  await costOf(bare, '/list', token);
  for (let iteration = 0; iteration < ROUNDS; iteration += 1) {
    ours.push(await costOf(lectern, path, token));
    baseline.push(await costOf(bare, '/list', token));
  }
  await bare.stop();
  await lectern.stop();
  const ratios = ours.map((cost, iteration) => cost / (baseline[iteration] ?? 1));
  return {
    'CPU ms': round(percentile(ours, 0.5), 3),
    'bare CPU ms': round(percentile(baseline, 0.5), 3),
    ratio: round(percentile(ratios, 0.5), 1),
    load: round(loadavg()[0] ?? 0, 1),
  };
}

/** Measures the lists of a short and a long audit log, and the CPU time and disk space of an entry. */
async function measureAuditLog(root: string) {
  const entries = Number(options.entries);
  const open = ({ env }: Catalogue) => openDatabase(env['DATABASE_URL'] ?? '');
  const fill = async (name: string, count: number) => {
    const catalogue = await makeCatalogue(root, { name, books: 1_000 });
    const database = await open(catalogue);
    const before = await sizeOf(database);
    await generateAuditLog(database, count);
    const bytes = ((await sizeOf(database)) - before) / count;
    await database.close();
    return { catalogue, bytes };
  };
  const few = await fill('short', entries / 100);
  const many = await fill('long', entries);
  const { table } = await compareRows(few.catalogue, many.catalogue, readAuditLogRows);
  const database = await open(many.catalogue);
  const entryMs = await costOfEntry(database);
  await database.close();
  const file = await readAuditLogFile(many.catalogue);
  const growth = await growthByAuditLog({ with: few.catalogue, without: await copyOf(few.catalogue, root) });
  const writes = growth.map(({ name, ...figures }) => ({
    write: name,
    'CPU ms without the journal': round(figures.without, 3),
    'CPU ms': round(figures.with, 3),
    'more, %': round(figures.growth, 1),
    'at most': 15,
    load: round(loadavg()[0] ?? 0, 1),
  }));
  const cost = {
    'bytes an entry, with its indexes': round(many.bytes, 0),
    'CPU ms an entry': round(entryMs, 3),
    ...file,
  };
  console.table(writes);
  console.table([cost]);
  for (const { catalogue } of [few, many]) await rm(catalogue.folder, { recursive: true, force: true });
  return { table, writes, cost };
}

/** Returns a copy of a catalogue. */
async function copyOf(catalogue: Catalogue, root: string): Promise<Catalogue> {
  if (catalogue.databaseName !== undefined) return makeCatalogue(root, { name: 'without', books: 1_000 });
  const folder = await mkdtemp(join(root, 'without-'));
  await cp(catalogue.folder, folder, { recursive: true });
  return {
    folder,
    databaseName: undefined,
    env: { DATA_DIR: folder, DATABASE_URL: `file:${join(folder, 'catalogue.db')}` },
  };
}

/** Computes the projections of reports before the first request. */
async function makeProjections(catalogue: Catalogue): Promise<void> {
  const database = await openDatabase(catalogue.env['DATABASE_URL'] ?? '');
  await database.kysely.updateTable('projection_state').set({ is_complete: 0 }).execute();
  const projection = createProjection(database);
  while ((await projection.refresh()) > 0);
  await database.close();
}

async function sizeOf(database: Database): Promise<number> {
  const { rows } = await (options.postgres
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{
        bytes: number;
      }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  ).execute(database.kysely);
  return rows[0]?.bytes ?? 0;
}

async function measureUpload(root: string) {
  const folder = await mkdtemp(join(root, 'upload-'));
  const path = join(folder, 'long.wav');
  await writeWav(path, Number(options.upload));
  const server = await startLectern({ DATA_DIR: folder });
  const token = await signIn(server.origin);
  const client = openClient(server.origin, token);
  // The baseline is the same request with a small file, because loading and startup do not depend on the size.
  const idle = server.rss();
  const small = join(folder, 'short.wav');
  await writeWav(small, 1024 ** 2);
  await uploadBook(server.origin, token, small);
  const before = server.rss();
  let peak = before;
  const over = new AbortController();
  const times: number[] = [];
  const watch = async () => {
    while (!over.signal.aborted) {
      times.push((await client.send({ path: '/api/user/me' })).ms);
      peak = Math.max(peak, rssOf(server.pid));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const watchLoop = watch();
  const startedAt = performance.now();
  const audioUrl = await uploadBook(server.origin, token, path);
  const elapsedMs = performance.now() - startedAt;
  over.abort();
  await watchLoop;
  client.close();
  const upload = {
    mebibytes: Number(options.upload) / 1024 ** 2,
    seconds: round(elapsedMs / 1000, 1),
    'RSS added by 1 MiB': round((before - idle) / 1024 ** 2, 1),
    'RSS added by the rest': round((peak - before) / 1024 ** 2, 1),
    othersP99Ms: round(percentile(times, 0.99), 1),
  };
  const ranges = scenarioNames.has('ranges') ? await measureRanges(folder, server, audioUrl) : undefined;
  await server.stop();
  return { upload, ranges };
}

async function measureRanges(folder: string, server: ServerProcess, audioUrl: string) {
  const nginx = await startNginx(folder);
  if (!nginx) return { note: 'nginx is not installed, so ranged reads have no baseline' };
  const key = audioUrl.replace('/media/', '');
  await symlink(join(folder, 'blobs', key.slice(0, 2), key), join(folder, 'www', key));
  const size = Number(options.upload);
  const ours: Ranged[] = [];
  const baseline: Ranged[] = [];
  // Warms up the code. Compilation would otherwise dominate the cost.
  await readRanges(`${server.origin}${audioUrl}`, { size, seconds: WARM_UP_SECONDS, cpuMs: server.cpuMs });
  for (let iteration = 0; iteration < ROUNDS; iteration += 1) {
    ours.push(
      await readRanges(`${server.origin}${audioUrl}`, {
        size,
        seconds: seconds / ROUNDS,
        cpuMs: server.cpuMs,
      }),
    );
    baseline.push(
      await readRanges(`${nginx.origin}/${key}`, { size, seconds: seconds / ROUNDS, cpuMs: nginx.cpuMs }),
    );
  }
  await nginx.stop();
  const median = (list: readonly Ranged[], what: keyof Ranged) =>
    round(
      percentile(
        list.map((item) => item[what]),
        0.5,
      ),
    );
  return {
    'CPU s a GB': median(ours, 'cpuSecondsPerGb'),
    'nginx CPU s a GB': median(baseline, 'cpuSecondsPerGb'),
    'MB a second': median(ours, 'megabytesPerSecond'),
    'nginx MB a second': median(baseline, 'megabytesPerSecond'),
    load: round(loadavg()[0] ?? 0, 1),
  };
}

/** Measures the Books screen in a browser with the demo catalogue. */
async function measureWeb(folder: string) {
  const server = await startLectern({ DATA_DIR: folder, DEMO: '1' });
  try {
    return { ...(await measureBrowser(server.origin)), load: round(loadavg()[0] ?? 0, 1) };
  } finally {
    await server.stop();
  }
}

const root = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const report: Record<string, unknown> = {
  node: process.version,
  database: options.postgres ? 'postgres' : 'sqlite',
};
try {
  if (scenarioNames.has('rows') || scenarioNames.has('list') || scenarioNames.has('soak')) {
    const large = await makeCatalogue(root, { name: 'large', books: Number(options.books) });
    if (scenarioNames.has('rows')) {
      const small = await makeCatalogue(root, { name: 'small', books: Number(options.small) });
      const { table, start } = await compareRows(small, large, readRows);
      report['rows'] = table;
      report['start'] = start;
      console.table([start]);
      await rm(small.folder, { recursive: true, force: true });
    }
    if (scenarioNames.has('list')) {
      report['list'] = await measureList(large);
      console.table([report['list']]);
    }
    if (scenarioNames.has('soak')) {
      report['soak'] = await measureSoak(large);
      console.table(report['soak']);
    }
    await rm(large.folder, { recursive: true, force: true });
  }
  if (scenarioNames.has('publication')) {
    const books = Number(options.books);
    const plain = await makeCatalogue(root, { name: 'plain', books });
    const withRecords = await makeCatalogue(root, { name: 'records', books, hasRecords: true });
    report['publication'] = (await compareRows(plain, withRecords, readPublicationRows)).table;
    for (const { folder } of [plain, withRecords]) await rm(folder, { recursive: true, force: true });
  }
  if (scenarioNames.has('records')) {
    const few = await makeCatalogue(root, {
      name: 'small',
      books: Number(options.small),
      records: Number(options.records) / 100,
    });
    const many = await makeCatalogue(root, {
      name: 'large',
      books: Number(options.small),
      records: Number(options.records),
    });
    report['records'] = (await compareRows(few, many, readRecordRows)).table;
    await rm(few.folder, { recursive: true, force: true });
    await rm(many.folder, { recursive: true, force: true });
  }
  if (scenarioNames.has('reports')) {
    const few = await makeCatalogue(root, {
      name: 'small',
      books: Number(options.small),
      records: Number(options.records) / 100,
    });
    const many = await makeCatalogue(root, {
      name: 'large',
      books: Number(options.books),
      records: Number(options.records) / 10,
    });
    for (const catalogue of [few, many]) await makeProjections(catalogue);
    report['reports'] = (await compareRows(few, many, readReportRows)).table;
    for (const { folder } of [few, many]) await rm(folder, { recursive: true, force: true });
  }
  if (scenarioNames.has('audit-log')) report['auditLog'] = await measureAuditLog(root);
  if (scenarioNames.has('upload')) {
    const { upload, ranges } = await measureUpload(root);
    report['upload'] = upload;
    report['ranges'] = ranges;
    console.table([upload]);
    if (ranges) console.table([ranges]);
  }
  if (scenarioNames.has('sign-in')) {
    const { measureSignIn } = await import('./sign-in.ts');
    const table = await measureSignIn(Math.ceil(seconds * 20));
    report['sign-in'] = table;
    console.table(table);
  }
  if (scenarioNames.has('web')) {
    report['web'] = await measureWeb(await mkdtemp(join(root, 'web-')));
    console.table([report['web']]);
  }
  if (options.json) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  await rm(root, { recursive: true, force: true });
}
