import { yieldToEventLoop } from '#server/core/yield-to-event-loop';

/** The largest number of rows or parameters of one query; each database has its limits. */
export const BATCH = 500;

/** Parts of a list that fit into one query each. */
export function* batches<Item>(items: readonly Item[], size = BATCH): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** The same, with a turn for others between two parts: the database may do its work in this thread. */
export async function* batchesInChunks<Item>(
  items: readonly Item[],
  size = BATCH,
): AsyncGenerator<readonly Item[]> {
  let isFirst = true;
  for (const batch of batches(items, size)) {
    if (!isFirst) await yieldToEventLoop();
    isFirst = false;
    yield batch;
  }
}
