import type { BlobStore } from './blob-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

export interface SweeperDeps {
  readonly blobs: BlobStore;
  /** Which of the keys have a row. */
  readonly isReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Where uploads rest before they are stored. */
  readonly staging?: { discardStale(before: Date): Promise<void> };
  readonly olderThanMs?: number;
  readonly now?: () => Date;
}

/**
 * Collects what a crash left behind: blobs without a row, unfinished uploads, staged files. Only what is older than a day
 * (or `olderThanMs`) goes, so uploads under way and other instances, which may sweep at the same time, are never disturbed.
 */
export function createSweeper(deps: SweeperDeps) {
  const { blobs, isReferenced, staging, olderThanMs = DAY_MS, now = () => new Date() } = deps;

  async function removeOrphans(keys: string[]): Promise<number> {
    if (keys.length === 0) return 0;
    const referenced = await isReferenced(keys);
    const orphans = keys.filter((key) => !referenced.has(key));
    for (const key of orphans) await blobs.remove(key);
    return orphans.length;
  }

  return {
    /** One pass. Resolves to the number of blobs removed. */
    async runOnce(): Promise<number> {
      const before = new Date(now().getTime() - olderThanMs);
      await staging?.discardStale(before);
      await blobs.discardUnfinished(before);
      let removed = 0;
      let batch: string[] = [];
      for await (const { key, modifiedAt } of blobs.list()) {
        if (modifiedAt >= before) continue;
        batch.push(key);
        if (batch.length < BATCH) continue;
        removed += await removeOrphans(batch);
        batch = [];
      }
      return removed + (await removeOrphans(batch));
    },
  };
}
