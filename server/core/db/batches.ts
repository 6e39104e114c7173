import { yieldToEventLoop } from '#server/core/yield-to-event-loop';

/** The maximum number of rows or parameters of one query. Each database has its own limit. */
export const BATCH = 500;

/** Splits a list into batches that fit into one query each. */
export function* batches<Item>(items: readonly Item[], size = BATCH): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Splits a list like `batches`, and yields to the event loop between batches, because the database can run in this thread. */
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
