import { loadavg } from 'node:os';
import { type Client, type Shot, openClient } from './load.ts';
import { type ServerProcess, cpuMsOfThreads } from './server-process.ts';

/*
 * The effect of a working day on a server in less time: as many writes as an hour with ten per second, one after the
 * other, with mixed reads between them, and now and then a read of an earlier response.
 */

const WRITES = 36_000;
const LOOKS = 6;
const MEBIBYTE = 1024 ** 2;
/** One connection more than the server has processors would only wait. */
const WRITERS = 2;

export interface HourOf {
  readonly server: ServerProcess;
  readonly token: string;
  /** Asked for once before all writes, and by each look. */
  readonly cached: readonly { readonly name: string; readonly shot: Shot }[];
  readonly read: () => Shot;
  readonly write: (side: Client) => Promise<void>;
}

const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/** @returns a row for each look: what the same request costs whoever asks first after so many writes, and the next one */
export async function watchAnHour({ server, token, cached, read, write }: HourOf) {
  const client = openClient(server.origin, token);
  const side = openClient(server.origin, token, WRITERS);
  const cost = async (shot: Shot) => {
    const before = cpuMsOfThreads(server.pid);
    const { ms } = await client.send(shot);
    return { ms, cpuMs: cpuMsOfThreads(server.pid) - before };
  };

  async function look(writes: number) {
    const row: Record<string, number> = {
      writes,
      'RSS, MiB': round(server.rss() / MEBIBYTE, 0),
      'CPU s': round(server.cpuMs() / 1000),
    };
    for (const { name, shot } of cached) {
      const first = await cost(shot);
      const again = await cost(shot);
      row[`${name}: CPU ms`] = round(first.cpuMs);
      row[`${name}: ms`] = round(first.ms);
      row[`${name}, again: CPU ms`] = round(again.cpuMs);
    }
    return { ...row, load: round(loadavg()[0] ?? 0) };
  }

  async function work(writes: number): Promise<void> {
    let written = 0;
    const isOver = () => written >= writes;
    const writer = async () => {
      for (; !isOver(); written += 1) await write(side);
    };
    const reader = async () => {
      while (!isOver()) await client.send(read());
    };
    await Promise.all([...Array.from({ length: WRITERS }, writer), reader()]);
  }

  try {
    const rows = [await look(0)];
    for (let turn = 1; turn <= LOOKS; turn += 1) {
      await work(WRITES / LOOKS);
      rows.push(await look((WRITES / LOOKS) * turn));
    }
    return rows;
  } finally {
    client.close();
    side.close();
  }
}
