import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { toDay } from '#contract/analytics/periods';
import type { ServerProcess } from './server-process.ts';

export interface BenchRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export interface Measured {
  readonly requests: number;
  /** The CPU time of the server for one request in milliseconds. */
  readonly cpuMs: number;
  readonly meanMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** The p99 of another route that is requested during the measurement. */
  readonly probeP99Ms: number;
  /** The load average of the machine at the end. */
  readonly load: number;
}

const WRITE_EVERY_MS = 100;
const WARM_UP = 40;
/** The number of short runs of a row. Each is compared with a run without requests of the row. The median is used. */
const ROUNDS = 3;
const PROBE_EVERY_MS = 15;

export function percentile(values: readonly number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return sortedValues[Math.min(Math.floor(sortedValues.length * share), sortedValues.length - 1)] ?? 0;
}

export interface Client {
  send(request: BenchRequest): Promise<{ status: number; ms: number; text: string }>;
  close(): void;
}

/** Opens a keep-alive client of a signed-in user. It throws for each status other than 200. */
export function openClient(origin: string, token: string, sockets = 4): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  return {
    send: ({ method = 'GET', path, body }) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const clientRequest = request(
          `${origin}${path}`,
          {
            method,
            agent,
            headers: {
              authorization: `Bearer ${token}`,
              ...(body !== undefined && { 'content-type': 'application/json' }),
            },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (chunk: string) => {
              text += chunk;
            });
            response.on('end', () => {
              const status = response.statusCode ?? 0;
              if (status === 200) resolve({ status, ms: performance.now() - startedAt, text });
              else reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`));
            });
          },
        );
        clientRequest.once('error', reject);
        clientRequest.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Sends a request and returns the data of its response. */
export async function dataOf<Data>(client: Client, benchRequest: BenchRequest): Promise<Data> {
  return (JSON.parse((await client.send(benchRequest)).text) as { data: Data }).data;
}

/** Returns a write to books or another record. */
export const post = (path: string, body: object): BenchRequest => ({
  method: 'POST',
  path: `/api/books/${path}`,
  body: JSON.stringify(body),
});

const DAY_MS = 86_400_000;
export const daysAgo = (days: number): string => toDay(new Date(Date.now() - days * DAY_MS));

export const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;
/** Returns the load average of the last minute. */
export const load = (): number => round(loadavg()[0] ?? 0, 1);

interface Work {
  readonly write: (client: Client) => Promise<unknown>;
  readonly seconds: number;
  readonly connections: number;
}

/**
 * Measures the CPU time of a row for each request. Sends its requests for some seconds over some connections. Ten books per second are
 * written and another route is probed concurrently. The cost of the probe and the writer is measured in a separate run and subtracted.
 */
export async function measure(
  server: ServerProcess,
  { token, next, ...work }: Work & { readonly token: string; readonly next: () => BenchRequest },
): Promise<Measured> {
  const client = openClient(server.origin, token, work.connections);
  const side = openClient(server.origin, token, 2);
  const seconds = work.seconds / ROUNDS;
  try {
    for (let count = 0; count < WARM_UP; count += 1) await client.send(next());
    const costs: number[] = [];
    const times: number[] = [];
    const probes: number[] = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      const idle = await run(server, side, { ...work, seconds: seconds / 2, connections: 0 });
      const busy = await run(server, side, {
        ...work,
        seconds,
        shoot: async () => (await client.send(next())).ms,
      });
      const besides = (idle.cpuMs / idle.elapsedMs) * busy.elapsedMs;
      costs.push(Math.max(busy.cpuMs - besides, 0) / Math.max(busy.times.length, 1));
      times.push(...busy.times);
      probes.push(...busy.probes);
    }
    return {
      requests: times.length,
      cpuMs: percentile(costs, 0.5),
      meanMs: times.reduce((sum, ms) => sum + ms, 0) / Math.max(times.length, 1),
      p95Ms: percentile(times, 0.95),
      p99Ms: percentile(times, 0.99),
      probeP99Ms: percentile(probes, 0.99),
      load: load(),
    };
  } finally {
    client.close();
    side.close();
  }
}

async function run(
  server: ServerProcess,
  side: Client,
  { write, seconds, connections, shoot }: Work & { readonly shoot?: () => Promise<number> },
) {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const probes: number[] = [];
  const repeat = async (work: () => Promise<unknown>, everyMs = 0) => {
    while (performance.now() < until) {
      await work();
      if (everyMs > 0) await pause(everyMs);
    }
  };
  const cpuBefore = server.cpuMs();
  const startedAt = performance.now();
  const rows = async () => shoot && repeat(async () => times.push(await shoot()));
  await Promise.all([
    ...Array.from({ length: connections }, rows),
    repeat(async () => probes.push((await side.send({ path: '/api/user/me' })).ms), PROBE_EVERY_MS),
    repeat(() => write(side), WRITE_EVERY_MS),
  ]);
  return { times, probes, cpuMs: server.cpuMs() - cpuBefore, elapsedMs: performance.now() - startedAt };
}
