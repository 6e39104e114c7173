import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
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

/**
 * Measures the CPU time of a row for each request. Sends its requests for some seconds over some connections. Ten books per second are
 * written and another route is probed concurrently. The cost of the probe and the writer is measured in a separate run and subtracted.
 */
export async function measure(
  server: ServerProcess,
  {
    token,
    next,
    write,
    seconds,
    connections,
  }: {
    readonly token: string;
    readonly next: () => BenchRequest;
    readonly write: (client: Client) => Promise<void>;
    readonly seconds: number;
    readonly connections: number;
  },
): Promise<Measured> {
  const client = openClient(server.origin, token, connections);
  const side = openClient(server.origin, token, 2);
  try {
    for (let count = 0; count < WARM_UP; count += 1) await client.send(next());
    const costs: number[] = [];
    const times: number[] = [];
    const probes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const idle = await run(server, { side, write, seconds: seconds / ROUNDS / 2, connections: 0 });
      const busy = await run(server, {
        side,
        write,
        seconds: seconds / ROUNDS,
        connections,
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
      load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    };
  } finally {
    client.close();
    side.close();
  }
}

async function run(
  server: ServerProcess,
  {
    side,
    write,
    seconds,
    connections,
    shoot,
  }: {
    readonly side: Client;
    readonly write: (client: Client) => Promise<void>;
    readonly seconds: number;
    readonly connections: number;
    readonly shoot?: () => Promise<number>;
  },
) {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const probes: number[] = [];
  const isOver = () => performance.now() >= until;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const cpuBefore = server.cpuMs();
  const startedAt = performance.now();

  const rows = async () => {
    if (!shoot) return;
    while (!isOver()) times.push(await shoot());
  };
  const prober = async () => {
    while (!isOver()) {
      probes.push((await side.send({ path: '/api/user/me' })).ms);
      await pause(PROBE_EVERY_MS);
    }
  };
  const writer = async () => {
    while (!isOver()) {
      await write(side);
      await pause(WRITE_EVERY_MS);
    }
  };
  await Promise.all([...Array.from({ length: connections }, rows), prober(), writer()]);
  return { times, probes, cpuMs: server.cpuMs() - cpuBefore, elapsedMs: performance.now() - startedAt };
}
