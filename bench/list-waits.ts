import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { openClient } from './load.ts';

/*
 * Measures the response times of a list during other work. The measurement runs in a separate thread, because a thread that sends
 * files would delay its own requests.
 */

const LIST = '/api/books/list?page=1&items_per_page=10&with_chapters=0&is_admin=1';

interface ListWaits {
  readonly origin: string;
  readonly token: string;
}

/** Requests lists in a loop. @returns a function that stops the loop and returns the milliseconds of each request */
export async function measureListWaits(origin: string, token: string): Promise<() => Promise<number[]>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { origin, token } satisfies ListWaits });
  await once(worker, 'online');
  return async () => {
    const message = once(worker, 'message') as Promise<[number[]]>;
    worker.postMessage('end');
    const [times] = await message;
    await worker.terminate();
    return times;
  };
}

if (!isMainThread) {
  const { origin, token } = workerData as ListWaits;
  const client = openClient(origin, token, 1);
  const times: number[] = [];
  parentPort?.once('message', () => {
    parentPort?.postMessage(times);
    client.close();
  });
  for (;;) {
    times.push((await client.send({ path: LIST })).ms);
    await pause(10);
  }
}
