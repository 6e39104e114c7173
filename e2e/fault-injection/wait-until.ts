import { setTimeout as delay } from 'node:timers/promises';

/** Waits for what the test itself brings about, however long that takes here; the test's own limit ends a vain wait. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}
