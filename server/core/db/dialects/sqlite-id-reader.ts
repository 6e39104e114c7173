import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import type { IdList } from '../id-list.ts';

export interface IdRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type IdReply =
  | { readonly id: number; readonly list: IdList }
  | { readonly id: number; readonly failure: string };

const script = new URL(
  `./sqlite-id-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);

/** Runs long reads on a thread with a read-only connection, because the driver is synchronous. The thread starts with the first read. */
export function createIdReader(path: string) {
  let worker: Worker | undefined;
  let count = 0;
  const waiting = new Map<number, { resolve(list: IdList): void; reject(error: Error): void }>();

  function end(error: Error): void {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(script, { workerData: { path } });
    started.on('message', (reply: IdReply) => {
      const caller = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) started.unref();
      if ('list' in reply) caller?.resolve(reply.list);
      else caller?.reject(new Error(reply.failure));
    });
    started.on('error', (error: unknown) => {
      if (worker === started) end(error instanceof Error ? error : new Error(String(error)));
    });
    started.on('exit', () => {
      if (worker === started) end(new Error('The thread for long reads ended.'));
    });
    return started;
  }

  return {
    read(query: CompiledQuery): Promise<IdList> {
      const thread = (worker ??= start());
      thread.ref();
      const id = ++count;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, sql: query.sql, parameters: query.parameters } satisfies IdRequest);
      });
    },
    async close(): Promise<void> {
      const running = worker;
      end(new Error('The database is closed.'));
      await running?.terminate();
    },
  };
}
