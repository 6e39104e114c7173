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

/** Number of steps of a loop over numbers that take a few milliseconds; a power of two. */
const STEPS_AT_ONCE = 65_536;

/** Returns true at every step of a long loop after which `pause` is due. */
export const isPauseDue = (step: number): boolean => (step & (STEPS_AT_ONCE - 1)) === 0;

/** Gives others their turn in a long loop. @throws the signal's reason when it was aborted */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  await yieldToEventLoop();
  signal?.throwIfAborted();
}
