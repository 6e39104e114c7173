import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import type { IdList } from '../id-list.ts';
import { serverModule } from '#server/core/server-module';

export interface IdRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type IdReply =
  | { readonly id: number; readonly list: IdList }
  | { readonly id: number; readonly failure: string };

const script = serverModule('core/db/dialects/sqlite-id-worker');

const MIN_THREADS = 2;
/** Each thread needs memory for its code and cache. */
const MAX_THREADS = 4;

interface Read {
  readonly query: CompiledQuery;
  readonly isSlow: boolean;
  readonly resolve: (list: IdList) => void;
  readonly reject: (error: Error) => void;
}

/** Runs long reads on a thread with a read-only connection, because the driver is synchronous. The thread starts with the first read. */
function createThread(path: string, onIdle: () => void) {
  let worker: Worker | undefined;
  let count = 0;
  let current: Read | undefined;

  function end(error: Error): void {
    worker = undefined;
    current?.reject(error);
    current = undefined;
  }

  function start(): Worker {
    const newWorker = new Worker(script, { workerData: { path } });
    newWorker.on('message', (reply: IdReply) => {
      const read = current;
      if (worker !== newWorker || reply.id !== count) return;
      current = undefined;
      // The next read starts before the result of this one is processed.
      onIdle();
      if (!current) newWorker.unref();
      if ('list' in reply) read?.resolve(reply.list);
      else read?.reject(new Error(reply.failure));
    });
    const fail = (error: Error) => {
      if (worker !== newWorker) return;
      end(error);
      onIdle();
    };
    newWorker.on('error', (error: unknown) =>
      fail(error instanceof Error ? error : new Error(String(error))),
    );
    newWorker.on('exit', () => fail(new Error('The thread for long reads ended.')));
    return newWorker;
  }

  return {
    current: (): Read | undefined => current,
    run(read: Read): void {
      const thread = (worker ??= start());
      thread.ref();
      const { sql, parameters } = read.query;
      thread.postMessage({ id: ++count, sql, parameters } satisfies IdRequest);
      current = read;
    },
    async close(error: Error): Promise<void> {
      const currentWorker = worker;
      end(error);
      await currentWorker?.terminate();
    },
  };
}

/**
 * Creates a thread for long reads per core. A free thread takes the next read, so a slow read delays only one thread. One thread never runs
 * slow reads, so that other lists do not wait for them.
 */
export function createIdReader(path: string) {
  const size = Math.min(MAX_THREADS, Math.max(MIN_THREADS, availableParallelism()));
  const threads = Array.from({ length: size }, () => createThread(path, runNext));
  let queue: Read[] = [];

  function takeNext(): Read | undefined {
    const slowReads = threads.filter((thread) => thread.current()?.isSlow).length;
    const index = queue.findIndex(({ isSlow }) => !isSlow || slowReads < size - 1);
    return index < 0 ? undefined : queue.splice(index, 1)[0];
  }

  function runNext(): void {
    for (const thread of threads) {
      const read = thread.current() ? undefined : takeNext();
      if (read) thread.run(read);
    }
  }

  return {
    read: (query: CompiledQuery, isSlow: boolean): Promise<IdList> =>
      new Promise((resolve, reject) => {
        queue.push({ query, isSlow, resolve, reject });
        runNext();
      }),
    async close(): Promise<void> {
      const error = new Error('The database is closed.');
      for (const { reject } of queue) reject(error);
      queue = [];
      await Promise.all(threads.map((thread) => thread.close(error)));
    },
  };
}
