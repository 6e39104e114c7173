import type { ErrorCode } from '#contract/core/error-codes';
import { AppError } from '#server/core/errors';

/*
 * The process behind `runInChild`. It loads one module and runs it, then ends or waits for the next order. It also ends with its parent,
 * and when it exceeds its memory limit.
 */

/** The exports of a module that runs in a child process. */
export interface ChildModule {
  run(input: unknown, progress: (fraction: number, stage?: string) => void): Promise<unknown>;
}

export type FromChild =
  | { readonly type: 'progress'; readonly fraction: number; readonly stage?: string }
  | {
      readonly type: 'done';
      readonly output: unknown;
      /** The memory of the child after the run, in bytes. */
      readonly rss: number;
    }
  | {
      readonly type: 'failed';
      readonly message: string;
      /** The status of an AppError. */
      readonly status?: number;
      readonly code?: ErrorCode;
      /** The memory of the child after an AppError, in bytes. An AppError means that the input is faulty and the child is reusable. */
      readonly rss?: number;
      readonly stack?: string;
    };

interface Order {
  readonly input: unknown;
  readonly memoryBytes: number;
  /** The maximum size of the output as JSON, in bytes. */
  readonly outputBytes: number;
  /** True if another order may follow this one. */
  readonly isReused: boolean;
}

const MEMORY_EVERY_MS = 500;
/** The minimum interval between progress messages in milliseconds. Handlers may report progress more often. */
const PROGRESS_EVERY_MS = 200;

const send = (message: FromChild): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, undefined, {}, () => resolve());
  });

let maxBytes = Number.POSITIVE_INFINITY;
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.exit(1);
}, MEMORY_EVERY_MS).unref();

function createReporter(): (fraction: number, stage?: string) => void {
  let reportedAt = 0;
  let reportedStage: string | undefined;
  return (fraction, stage) => {
    const now = performance.now();
    if (now - reportedAt < PROGRESS_EVERY_MS && stage === reportedStage) return;
    reportedAt = now;
    reportedStage = stage;
    void send({ type: 'progress', fraction, ...(stage !== undefined && { stage }) });
  };
}

/** The module is loaded at startup, so a prewarmed child is ready for its first order. */
const loadedModule = import(process.argv[2] ?? '') as Promise<ChildModule>;
loadedModule.catch(() => undefined);

/** Returns true if the operating system denied a memory allocation. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && /allocat/i.test(error.message);

async function respond({ input, memoryBytes, outputBytes }: Order): Promise<FromChild> {
  try {
    maxBytes = memoryBytes;
    const { run } = await loadedModule;
    const output = await run(input, createReporter());
    if (outputBytes < (JSON.stringify(output)?.length ?? 0))
      return { type: 'failed', message: 'A child process returned too much data.' };
    return { type: 'done', output, rss: process.memoryUsage.rss() };
  } catch (error) {
    if (isOutOfMemory(error)) process.exit(1);
    if (error instanceof AppError) {
      const { message, status, code } = error;
      return { type: 'failed', message, status, code, rss: process.memoryUsage.rss() };
    }
    if (!(error instanceof Error)) return { type: 'failed', message: String(error) };
    return { type: 'failed', message: error.message, stack: error.stack ?? '' };
  }
}

process.on('disconnect', () => process.exit(1));
process.on('message', (order: Order) => {
  void respond(order)
    .then(send)
    .finally(() => {
      if (!order.isReused) process.disconnect();
    });
});
