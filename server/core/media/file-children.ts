import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type FileNoun, knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { ChildDied, type ChildLimits, prepareChild, runInChild } from '#server/core/jobs/child';
import { createIdleChildren } from '#server/core/jobs/idle-children';
import type { Sandbox } from '#server/core/jobs/sandbox';
import { createLimiter } from '#server/core/limiter';

/** Child processes at once, and files that may wait for one. */
const MAX_CHILDREN = Math.min(2, availableParallelism());
const MAX_WAITING = 64;
/** A user waits for the result, and other users for the server. */
const NICE = 5;

interface FileChildren {
  /**
   * Returns the output of the child for a file.
   * @throws AppError as the child threw it; 422 when it died, took too much memory or took too long; 503 when too many wait
   */
  run(path: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Starts a child for files of a folder ahead of the first. */
  prepare(folder: string): void;
}

/**
 * A few child processes that read uploaded files, each file in one of them. They may read the folder of the file and write nothing.
 * What a file does to its child is the error of that file alone.
 */
export function createFileChildren(options: {
  readonly module: URL;
  /** In messages. */
  readonly noun: FileNoun;
  readonly limits: Pick<ChildLimits, 'time' | 'heap' | 'memory' | 'output'>;
  /** MiB with which a child may wait for the next file. */
  readonly idleMemory: number;
  /** Milliseconds for which a child waits. */
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
