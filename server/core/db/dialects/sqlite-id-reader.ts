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

/** Runs long reads on a thread with a read-only connection, because the driver is synchronous. The thread starts with the first read. */
function createThread(path: string) {
  let worker: Worker | undefined;
  let count = 0;
  const waitingReads = new Map<number, { resolve(list: IdList): void; reject(error: Error): void }>();

  function end(error: Error): void {
    worker = undefined;
    for (const { reject } of waitingReads.values()) reject(error);
    waitingReads.clear();
  }

  function start(): Worker {
    const newWorker = new Worker(script, { workerData: { path } });
    newWorker.on('message', (reply: IdReply) => {
      const caller = waitingReads.get(reply.id);
      waitingReads.delete(reply.id);
      if (waitingReads.size === 0) newWorker.unref();
      if ('list' in reply) caller?.resolve(reply.list);
      else caller?.reject(new Error(reply.failure));
    });
    newWorker.on('error', (error: unknown) => {
      if (worker === newWorker) end(error instanceof Error ? error : new Error(String(error)));
    });
    newWorker.on('exit', () => {
      if (worker === newWorker) end(new Error('The thread for long reads ended.'));
    });
    return newWorker;
  }

  return {
    isBusy: (): boolean => waitingReads.size > 0,
    read(query: CompiledQuery): Promise<IdList> {
      const thread = (worker ??= start());
      thread.ref();
      const id = ++count;
      return new Promise((resolve, reject) => {
        waitingReads.set(id, { resolve, reject });
        thread.postMessage({ id, sql: query.sql, parameters: query.parameters } satisfies IdRequest);
      });
    },
    async close(): Promise<void> {
      const currentWorker = worker;
      end(new Error('The database is closed.'));
      await currentWorker?.terminate();
    },
  };
}

/**
 * Creates two threads for long reads. Reports use the second one, so that lists do not wait for them. Lists use it too while it has no
 * work and the first one is busy.
 */
export function createIdReader(path: string) {
  const first = createThread(path);
  const second = createThread(path);
  return {
    read: (query: CompiledQuery, isReport: boolean): Promise<IdList> =>
      (isReport || (first.isBusy() && !second.isBusy()) ? second : first).read(query),
    async close(): Promise<void> {
      await Promise.all([first.close(), second.close()]);
    },
  };
}
