import { setImmediate } from 'node:timers/promises';

/** Lets all others have their turn before long work goes on, so that none of them waits for the whole of it. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** So many chapters with their texts are looked at, or rows written, in some milliseconds. */
const AT_ONCE = 20;

/** One after the other, with a turn for others now and then. */
export async function* inChunks<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    if (++count % AT_ONCE === 0) await yieldToEventLoop();
    yield item;
  }
}
