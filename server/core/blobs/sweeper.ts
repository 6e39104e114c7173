import { backgroundWork } from '#server/core/background-work';
import type { BlobStore } from './blob-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The maximum number of files per step. */
const BATCH = 500;

export interface SweeperDeps {
  readonly blobs: BlobStore;
  /** Returns those of the keys that have a row. */
  readonly isReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns those of the keys that are retained although no record refers to them. */
  readonly findRetained?: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The folder of uploads that are not stored yet. */
  readonly staging?: { discardStale(before: Date): Promise<void> };
  readonly olderThanMs?: number;
  readonly now?: () => Date;
}

/**
 * Deletes what a crash leaves behind: blobs without a row, retained blobs in the wrong folder, unfinished uploads, staged files.
 * Only blobs older than a day (or `olderThanMs`) are deleted. So uploads in progress and other instances, which may sweep
 * concurrently, are not affected.
 */
export function createSweeper(deps: SweeperDeps) {
  const { blobs, isReferenced, staging, olderThanMs = DAY_MS, now = () => new Date() } = deps;
  const findRetained = deps.findRetained ?? (async () => new Set<string>());

  async function removeOrphans(keys: string[]): Promise<number> {
    if (keys.length === 0) return 0;
    const referencedKeys = await isReferenced(keys);
    const unservedKeys = keys.filter((key) => !referencedKeys.has(key));
    const retainedKeys = await findRetained(unservedKeys);
    // A crash happened between the delete of the record and this move.
    for (const key of retainedKeys) await blobs.retained.take(key);
    const orphans = unservedKeys.filter((key) => !retainedKeys.has(key));
    for (const key of orphans) await blobs.remove(key);
    return orphans.length;
  }

  /** Restores retained blobs that are referenced again, and deletes blobs that are no longer retained. @returns the number deleted */
  async function settleRetained(keys: string[]): Promise<number> {
    if (keys.length === 0) return 0;
    const retainedKeys = await findRetained(keys);
    const loose = keys.filter((key) => !retainedKeys.has(key));
    const referencedKeys = await isReferenced(loose);
    for (const key of referencedKeys) await blobs.retained.release(key);
    const orphans = loose.filter((key) => !referencedKeys.has(key));
    for (const key of orphans) await blobs.retained.remove(key);
    return orphans.length;
  }

  async function inBatches(
    list: AsyncIterable<{ readonly key: string; readonly modifiedAt: Date }>,
    before: Date,
    settle: (keys: string[]) => Promise<number>,
  ): Promise<number> {
    let removedCount = 0;
    const files = list[Symbol.asyncIterator]();
    await backgroundWork.run('Stored files', async (size) => {
      const keys: string[] = [];
      let next = await files.next();
      for (let count = 1; !next.done; next = await files.next(), count += 1) {
        if (next.value.modifiedAt < before) keys.push(next.value.key);
        if (count >= BATCH * size) break;
      }
      removedCount += await settle(keys);
      return !next.done;
    });
    return removedCount;
  }

  return {
    /** Runs one pass. @returns the number of deleted blobs */
    async runOnce(): Promise<number> {
      const before = new Date(now().getTime() - olderThanMs);
      await staging?.discardStale(before);
      await blobs.discardUnfinished(before);
      const removedCount = await inBatches(blobs.list(), before, removeOrphans);
      // Without `isKept` it is not known which blobs are retained, so none are deleted.
      return deps.findRetained
        ? removedCount + (await inBatches(blobs.retained.list(), before, settleRetained))
        : removedCount;
    },
  };
}
