import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type FileNoun, knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { ChildDied, type ChildLimits, prepareChild, runInChild } from '#server/core/jobs/child';
import { createIdleChildren } from '#server/core/jobs/idle-children';
import type { Sandbox } from '#server/core/jobs/sandbox';
import { createLimiter } from '#server/core/limiter';

/** The maximum number of concurrent child processes. Further files wait. */
const MAX_CHILDREN = Math.min(2, availableParallelism());
const MAX_WAITING = 64;
/** The niceness of the children: a user waits for the result, and other users wait for the server. */
const NICE = 5;

interface FileChildren {
  /**
   * Returns the output of the child for a file.
   * @throws AppError of the child, 422 if it dies, exceeds its memory or its time, 503 if too many files wait
   */
  run(path: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Starts a child for the files of a folder in advance. */
  prepare(folder: string): void;
}

/**
 * Creates a small pool of child processes that read uploaded files, each file in one of them. They may read the folder of the file and
 * write nothing. A file that ends its child fails alone.
 */
export function createFileChildren(options: {
  readonly module: URL;
  /** The noun of the file in messages. */
  readonly noun: FileNoun;
  readonly limits: Pick<ChildLimits, 'time' | 'heap' | 'memory' | 'output'>;
  /** The maximum memory of an idle child in MiB. */
  readonly idleMemory: number;
  /** The time for which a child stays idle, in milliseconds. */
  readonly idleMs: number;
  readonly hasNativeCode?: boolean;
}): FileChildren {
  const { module, noun, idleMemory, hasNativeCode = false } = options;
  const limits = { ...options.limits, silence: options.limits.time };
  const idle = createIdleChildren(options.idleMs);
  const fewAtOnce = createLimiter(MAX_CHILDREN, MAX_WAITING);
  const startOptions = (folder: string) => {
    const sandbox: Sandbox = { read: [folder], ...(hasNativeCode && { hasNativeCode }) };
    return { sandbox, limits, idle, idleMemory, nice: NICE };
  };

  return {
    prepare: (folder) => prepareChild(module, startOptions(folder)),
    run: (path, input = {}) =>
      fewAtOnce(async () => {
        const { signal } = new AbortController();
        try {
          return await runInChild(module, { ...input, path }, { ...startOptions(dirname(path)), signal });
        } catch (error) {
          if (error instanceof ChildDied) throw appError(knownErrors.fileDamaged(noun));
          throw error;
        }
      }),
  };
}
