import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `isSo` returns true. The time limit of the test ends a wait without success. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}
