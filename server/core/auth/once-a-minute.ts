import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Lets each key through once a minute, so that nobody fills a log by doing the same over and over. */
export function createOnceAMinute(now: () => number = Date.now) {
  const lastTimes = new LRUCache<string, number>({ max: MAX_KEYS });
  return (key: string): boolean => {
    const at = now();
    const last = lastTimes.get(key);
    if (last !== undefined && at - last < MINUTE_MS) return false;
    lastTimes.set(key, at);
    return true;
  };
}
