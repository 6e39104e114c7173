import { type Client, type BenchRequest, openClient, percentile } from './load.ts';
import { type ServerProcess, cpuMsOfThreads, signIn, startLectern } from './server-process.ts';

const ROUNDS = 31;
const WRITES = 80;
/** The number of writes before the measurement, so that hot code is compiled. */
const WARM_UP = 1_500;

export interface WriteCost {
  readonly name: string;
  /** The median CPU time of the server in milliseconds. */
  readonly without: number;
  readonly with: number;
  /** The median increase of each round over its baseline round, in percent. */
  readonly growth: number;
}

interface TestServer {
  readonly env: Readonly<Record<string, string>>;
  readonly databaseName: string | undefined;
}

const post = (path: string, body: object): BenchRequest => ({
  method: 'POST',
  path: `/api/books/${path}`,
  body: JSON.stringify(body),
});

/** The writes that both servers process in turn. */
const writes: Readonly<Record<string, (round: number) => BenchRequest>> = {
  'create a book': (round) => post('create', { name: `Book ${round}`, author: { name: 'Ada' } }),
  'rename a book': (round) => post('update', { id: 1 + (round % 500), name: `Renamed ${round}` }),
  'change a book': (round) => post('update', { id: 1 + (round % 500), duration: round }),
};

/**
 * Measures the cost of the audit log for creates and updates. Two servers with separate catalogues run in turn; one of them records no
 * entries.
 */
export async function growthByAuditLog(servers: {
  readonly with: TestServer;
  readonly without: TestServer;
}): Promise<WriteCost[]> {
  const start = async ({ env, databaseName }: TestServer, loadedModules: readonly string[]) => {
    const server = await startLectern(env, databaseName, loadedModules);
    return { server, client: openClient(server.origin, await signIn(server.origin)) };
  };
  const sides = [
    await start(servers.without, ['--import', './bench/without-audit-log.mjs']),
    await start(servers.with, []),
  ] as const;
  const cpuMs = (server: ServerProcess): number =>
    servers.with.databaseName === undefined ? cpuMsOfThreads(server.pid) : server.cpuMs();
  let iteration = 0;
  const cost = async (
    { server, client }: { server: ServerProcess; client: Client },
    requestOf: (round: number) => BenchRequest,
    count: number,
  ): Promise<number> => {
    const before = cpuMs(server);
    for (let sentCount = 0; sentCount < count; sentCount++) await client.send(requestOf(++iteration));
    return (cpuMs(server) - before) / count;
  };
  try {
    const costs: WriteCost[] = [];
    for (const [name, requestOf] of Object.entries(writes)) {
      for (const side of sides) await cost(side, requestOf, WARM_UP);
      const [without, withIt]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        // Each server is the first in every other round.
        for (const which of round % 2 === 0 ? [0, 1] : [1, 0])
          (which === 0 ? without : withIt).push(await cost(sides[which === 0 ? 0 : 1], requestOf, WRITES));
      }
      const growths = withIt.map((ms, round) => (ms / (without[round] ?? ms) - 1) * 100);
      costs.push({
        name,
        without: percentile(without, 0.5),
        with: percentile(withIt, 0.5),
        growth: percentile(growths, 0.5),
      });
    }
    return costs;
  } finally {
    for (const { server, client } of sides) {
      client.close();
      await server.stop();
    }
  }
}
