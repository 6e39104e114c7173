export type Say = (line: string) => void;

const EVERY_MS = 5_000;
/** Of the elapsed time: a long step reports less often. */
const EVERY_PART = 0.05;
const MINUTE = 60;

/** Returns a time for people. @param seconds rounded up */
export function durationOf(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 2 * MINUTE ? `${whole} s` : `${Math.ceil(whole / MINUTE)} min`;
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Reports every few seconds how much of a step is done, and the remaining time. */
export function createProgress(say: Say, what: string, total: number) {
  const start = performance.now();
  let done = 0;
  let saidAt = start;
  return {
    add(amount: number): void {
      done += amount;
      const now = performance.now();
      if (now - saidAt < Math.max(EVERY_MS, (now - start) * EVERY_PART) || done === 0) return;
      saidAt = now;
      const remaining = (((now - start) / 1000) * Math.max(0, total - done)) / done;
      const percent = Math.min(100, Math.floor((done / Math.max(1, total)) * 100));
      say(`${what}: ${percent} %, ${durationOf(remaining)} left`);
    },
  };
}
