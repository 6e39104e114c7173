import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop during long work, so that other work does not wait for all of it. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** The number of items between two yields: chapters with texts, or rows to write, that take some milliseconds. */
const AT_ONCE = 20;

/** Yields the items in order, and yields to the event loop at intervals. */
export async function* inChunks<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    if (++count % AT_ONCE === 0) await yieldToEventLoop();
    yield item;
  }
}

/** The number of steps that take a few milliseconds in a loop over numbers. It must be a power of two. */
const STEPS_AT_ONCE = 65_536;

/** Returns true for the steps of a long loop after which `pause` is due. */
export const isPauseDue = (step: number): boolean => (step & (STEPS_AT_ONCE - 1)) === 0;

/** Yields to the event loop in a long loop. @throws the reason of the signal if it was aborted */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  await yieldToEventLoop();
  signal?.throwIfAborted();
}
