import { setTimeout } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Checkpoints } from './sqlite-checkpoints.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Flush } from './sqlite-flush.ts';
import { type Queue, RETRY_MS } from './sqlite-queue.ts';

/**
 * A transaction is committed alone, together with other short ones, or without waiting for the disk. Long ones are committed alone,
 * because others would wait for their end.
 */
export type CommitKind = 'alone' | 'shared' | 'relaxed';

/** Commits the transaction of the writer, which several writers can share (decision 040). */
export interface Commits {
  /** Returns true while a transaction of finished writers is open. */
  isOpen(): boolean;
  /**
   * Ends the changes of a writer. Resolves when the disk has it, or after the commit if it is relaxed.
   * @throws the error of the commit, of the flush, or of a later writer that ended the whole transaction
   */
  finish(kind: CommitKind): Promise<void>;
  /** Commits the open transaction, if any. Never throws, because the error belongs to the writers that share it. */
  commit(): void;
  /** Rolls the open transaction back, unless SQLite already has, and rejects its finished writers. */
  rollBack(error: unknown): void;
}

/**
 * While shared transactions follow each other, the write lock is never free. So other processes get it at least once in this time,
 * for longer than the time between two of their attempts.
 */
const PAUSE_EVERY_MS = 50;
const PAUSE_MS = RETRY_MS + 1;

const commitQuery = CompiledQuery.raw('commit');
const rollbackQuery = CompiledQuery.raw('rollback');

/**
 * While a flush runs, the transaction of a finished writer remains open for the next ones. It would wait for the end of this flush in any case,
 * and the commit writes each page once for all of them.
 */
export function createCommits(connections: {
  readonly writer: SqliteConnection;
  readonly queue: Queue;
  readonly checkpoints: Checkpoints;
  readonly flush: Flush;
}): Commits {
  let waitingWriters: PromiseWithResolvers<void>[] = [];
  let pausedAt = 0;

  function takeWriters(): PromiseWithResolvers<void>[] {
    const writers = waitingWriters;
    waitingWriters = [];
    return writers;
  }

  function rollBack(error: unknown): void {
    const { writer } = connections;
    try {
      if (writer.inTransaction) writer.execute(rollbackQuery);
    } catch {
      // The first error is the reason.
    }
    for (const waitingWriter of takeWriters()) waitingWriter.reject(error);
  }

  function commitAs(kind: CommitKind): void {
    const { writer, flush } = connections;
    try {
      writer.execute(commitQuery);
    } catch (error) {
      rollBack(error);
      return;
    }
    const flushEnd = kind === 'relaxed' ? undefined : flush.run();
    for (const waitingWriter of takeWriters()) waitingWriter.resolve(flushEnd);
  }

  function commit(): void {
    if (waitingWriters.length > 0) commitAs('shared');
  }

  async function commitAfterFlush(): Promise<void> {
    await connections.flush.ended();
    await connections.queue.take();
    try {
      commit();
      await connections.checkpoints.check();
      if (performance.now() - pausedAt > PAUSE_EVERY_MS) {
        await setTimeout(PAUSE_MS);
        pausedAt = performance.now();
      }
    } finally {
      connections.queue.give();
    }
  }

  return {
    isOpen: () => waitingWriters.length > 0,
    finish(kind) {
      const waitingWriter = Promise.withResolvers<void>();
      // The writer handles the error later, after it has passed the connection on.
      waitingWriter.promise.catch(() => undefined);
      waitingWriters.push(waitingWriter);
      if (kind !== 'shared' || !connections.flush.isRunning()) commitAs(kind);
      else if (waitingWriters.length === 1) void commitAfterFlush();
      return waitingWriter.promise;
    },
    commit,
    rollBack,
  };
}
