import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Creates a filter that returns true for each key at most once per minute, so that repeated events do not fill a log. */
export function createMinuteGuard(now: () => number = Date.now) {
  const lastTimes = new LRUCache<string, number>({ max: MAX_KEYS });
  return (key: string): boolean => {
    const time = now();
    const last = lastTimes.get(key);
    if (last !== undefined && time - last < MINUTE_MS) return false;
    lastTimes.set(key, time);
    return true;
  };
}
