import { setTimeout as pause } from 'node:timers/promises';
import type { Catalogue } from './catalogues.ts';
import { type Client, type Measured, measure, openClient, percentile, round } from './load.ts';
import type { RowSet } from './rows.ts';
import { startSignedIn } from './server-process.ts';

/** The number of lists that are requested after a start. */
const FIRST_LISTS = 7;

export interface LoadOptions {
  readonly seconds: number;
  readonly connections: number;
  readonly isPostgres: boolean;
}

export type ReadRows = (client: Client) => Promise<RowSet>;

async function measureRows(catalogue: Catalogue, read: ReadRows, { seconds, connections }: LoadOptions) {
  const { server, token } = await startSignedIn(catalogue);
  try {
    const client = openClient(server.origin, token);
    const firstLists: number[] = [];
    for (let page = 1; page <= FIRST_LISTS; page += 1)
      firstLists.push((await client.send({ path: `/api/books/list?page=${page}` })).ms);
    const [firstListMs = 0, ...nextListsMs] = firstLists;
    await pause(1500);
    const idleRss = server.rss();
    const { rows, write } = await read(client);
    client.close();
    const figures = new Map<string, Measured>();
    for (const { name, next } of rows)
      figures.set(name, await measure(server, { token, next, write, seconds, connections }));
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

/** Compares the cost of each request on a small and a large catalogue, and prints the table. */
export async function compareRows(
  { small, large }: { readonly small: Catalogue; readonly large: Catalogue },
  read: ReadRows,
  options: LoadOptions,
) {
  const before = await measureRows(small, read, options);
  const after = await measureRows(large, read, options);
  const table = after.rows.map(({ name, limitMs, limitRatio }, index) => {
    const figure = after.figures.get(name);
    const base = before.figures.get(before.rows[index]?.name ?? '');
    return {
      request: name,
      'CPU ms': round(figure?.cpuMs ?? 0, 3),
      'at most': options.isPostgres ? limitMs * 2 : limitMs,
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
