import type { Server } from '../server.ts';
import { until } from './wait-until.ts';

/** Writes with several users until enough responses have arrived, then kills the server. Repeats this in rounds. */
export async function killDuringWrites({
  rounds,
  writers,
  start,
  write,
  hasEnough,
}: {
  readonly rounds: number;
  readonly writers: number;
  readonly start: () => Promise<Server>;
  /** Writes until the server is killed. */
  readonly write: (url: string, writer: string) => Promise<void>;
  readonly hasEnough: (round: number) => boolean;
}): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const server = await start();
    const writes = Promise.all(
      Array.from({ length: writers }, (_, index) =>
        write(server.url, `Round ${round} writer ${index}`).catch(() => undefined),
      ),
    );
    const enough = until(() => hasEnough(round));
    const isDead = () => Promise.reject(new Error(`The server ended by itself:\n${server.output()}`));
    await Promise.race([enough, writes.then(isDead)]);
    await server.kill();
    await writes;
  }
}
