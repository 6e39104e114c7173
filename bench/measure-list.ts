import type { Catalogue } from './catalogues.ts';
import { load, openClient, percentile, round } from './load.ts';
import { list } from './rows.ts';
import { type ServerProcess, startProcess, startSignedIn } from './server-process.ts';

/** The number of short runs, alternating with a baseline. The median is used. */
const ROUNDS = 3;
const CONNECTIONS = 8;

/** Compares the list with a plain route. Both run in turn under the same machine load. */
export async function measureList(catalogue: Catalogue, seconds: number) {
  const { path } = list('page=1');
  const { server, token } = await startSignedIn(catalogue);
  const source = { SOURCE: `${server.origin}${path}`, TOKEN: token };
  const bare = await startProcess(['bench/bare-server.ts'], source, '/ready');
  /** Returns the CPU milliseconds for each request over a few connections. */
  const costOf = async ({ origin, cpuMs }: ServerProcess, url: string): Promise<number> => {
    const client = openClient(origin, token, CONNECTIONS);
    const until = performance.now() + (seconds * 1000) / ROUNDS;
    const before = cpuMs();
    let requests = 0;
    const reader = async () => {
      for (; performance.now() < until; requests += 1) await client.send({ path: url });
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, reader));
    client.close();
    return (cpuMs() - before) / requests;
  };
  const ours: number[] = [];
  const baseline: number[] = [];
  // The first iteration warms up both.
  for (let iteration = 0; iteration <= ROUNDS; iteration += 1) {
    ours.push(await costOf(server, path));
    baseline.push(await costOf(bare, '/list'));
  }
  await bare.stop();
  await server.stop();
  const ratios = ours.map((cost, iteration) => cost / (baseline[iteration] ?? 1));
  const median = (values: readonly number[], digits: number) =>
    round(percentile(values.slice(1), 0.5), digits);
  return {
    'CPU ms': median(ours, 3),
    'bare CPU ms': median(baseline, 3),
    ratio: median(ratios, 1),
    load: load(),
  };
}
