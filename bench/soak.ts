import type { Catalogue } from './catalogues.ts';
import { type BenchRequest, load, openClient, round } from './load.ts';
import { readRows } from './rows.ts';
import { cpuMsOfThreads, startSignedIn } from './server-process.ts';

/*
 * Measures the effect of a working day on a server in less time. Sends the writes of an hour with ten writes per second, mixed reads,
 * and regular reads of cached responses.
 */

const WRITES = 36_000;
const MEASUREMENTS = 6;
const MEBIBYTE = 1024 ** 2;
/** The number of writers. More connections than processors would only wait. */
const WRITERS = 2;
/** The rows with cached responses, which are requested twice in each measurement. */
const cachedRows = { page: 'first page', search: 'search, repeated' };

/** Returns a row for each measurement: the cost of the first request after a number of writes, and of the same request again. */
export async function measureSoak(catalogue: Catalogue) {
  const { server, token } = await startSignedIn(catalogue);
  const client = openClient(server.origin, token);
  const side = openClient(server.origin, token, WRITERS);
  try {
    const { rows, write } = await readRows(client);
    const next = (name: string): BenchRequest => {
      const row = rows.find((other) => other.name === name);
      if (!row) throw new Error(`There is no row ${name}.`);
      return row.next();
    };
    const cost = async (request: BenchRequest) => {
      const before = cpuMsOfThreads(server.pid);
      const { ms } = await client.send(request);
      return { ms, cpuMs: cpuMsOfThreads(server.pid) - before };
    };
    const measure = async (writes: number) => {
      const row: Record<string, number> = {
        writes,
        'RSS, MiB': round(server.rss() / MEBIBYTE, 0),
        'CPU s': round(server.cpuMs() / 1000, 1),
      };
      for (const [name, rowName] of Object.entries(cachedRows)) {
        const request = next(rowName);
        const first = await cost(request);
        const again = await cost(request);
        row[`${name}: CPU ms`] = round(first.cpuMs, 1);
        row[`${name}: ms`] = round(first.ms, 1);
        row[`${name}, again: CPU ms`] = round(again.cpuMs, 1);
      }
      return { ...row, load: load() };
    };
    const work = async (writes: number): Promise<void> => {
      let writtenCount = 0;
      const isOver = () => writtenCount >= writes;
      const writer = async () => {
        for (; !isOver(); writtenCount += 1) await write(side);
      };
      const reader = async () => {
        while (!isOver()) await client.send(next('mixed reads'));
      };
      await Promise.all([...Array.from({ length: WRITERS }, writer), reader()]);
    };
    const table = [await measure(0)];
    for (let iteration = 1; iteration <= MEASUREMENTS; iteration += 1) {
      await work(WRITES / MEASUREMENTS);
      table.push(await measure((WRITES / MEASUREMENTS) * iteration));
    }
    return table;
  } finally {
    client.close();
    side.close();
    await server.stop();
  }
}
