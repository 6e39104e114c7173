import { loadavg } from 'node:os';
import { type Client, type BenchRequest, openClient } from './load.ts';
import { type ServerProcess, cpuMsOfThreads } from './server-process.ts';

/*
 * Measures the effect of a working day on a server in less time. Sends the writes of an hour with ten writes per second, mixed reads,
 * and regular reads of cached responses.
 */

const WRITES = 36_000;
const MEASUREMENTS = 6;
const MEBIBYTE = 1024 ** 2;
/** The number of writers. More connections than processors would only wait. */
const WRITERS = 2;

export interface SoakOptions {
  readonly server: ServerProcess;
  readonly token: string;
  /** The requests that are sent before all writes and in each measurement. */
  readonly cached: readonly { readonly name: string; readonly request: BenchRequest }[];
  readonly read: () => BenchRequest;
  readonly write: (side: Client) => Promise<void>;
}

const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Returns a row for each measurement: the cost of the first request after a number of writes, and of the same request again. */
export async function runSoak({ server, token, cached, read, write }: SoakOptions) {
  const client = openClient(server.origin, token);
  const side = openClient(server.origin, token, WRITERS);
  const cost = async (request: BenchRequest) => {
    const before = cpuMsOfThreads(server.pid);
    const { ms } = await client.send(request);
    return { ms, cpuMs: cpuMsOfThreads(server.pid) - before };
  };

  async function measure(writes: number) {
    const row: Record<string, number> = {
      writes,
      'RSS, MiB': round(server.rss() / MEBIBYTE, 0),
      'CPU s': round(server.cpuMs() / 1000),
    };
    for (const { name, request } of cached) {
      const first = await cost(request);
      const again = await cost(request);
      row[`${name}: CPU ms`] = round(first.cpuMs);
      row[`${name}: ms`] = round(first.ms);
      row[`${name}, again: CPU ms`] = round(again.cpuMs);
    }
    return { ...row, load: round(loadavg()[0] ?? 0) };
  }

  async function work(writes: number): Promise<void> {
    let writtenCount = 0;
    const isOver = () => writtenCount >= writes;
    const writer = async () => {
      for (; !isOver(); writtenCount += 1) await write(side);
    };
    const reader = async () => {
      while (!isOver()) await client.send(read());
    };
    await Promise.all([...Array.from({ length: WRITERS }, writer), reader()]);
  }

  try {
    const rows = [await measure(0)];
    for (let iteration = 1; iteration <= MEASUREMENTS; iteration += 1) {
      await work(WRITES / MEASUREMENTS);
      rows.push(await measure((WRITES / MEASUREMENTS) * iteration));
    }
    return rows;
  } finally {
    client.close();
    side.close();
  }
}
