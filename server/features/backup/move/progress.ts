import type { PrintLine } from '#server/core/command-output';

const EVERY_MS = 5_000;
/** The interval between reports as a part of the elapsed time. Long steps report less often. */
const EVERY_PART = 0.05;
const MINUTE = 60;

/** Formats a duration. @param seconds rounded up */
export function durationOf(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 2 * MINUTE ? `${whole} s` : `${Math.ceil(whole / MINUTE)} min`;
}

/** Prints the progress of a step and the remaining time every few seconds. */
export function createProgress(print: PrintLine, what: string, total: number) {
  const start = performance.now();
  let done = 0;
  let reportedAt = start;
  return {
    add(amount: number): void {
      done += amount;
      const now = performance.now();
      if (now - reportedAt < Math.max(EVERY_MS, (now - start) * EVERY_PART) || done === 0) return;
      reportedAt = now;
      const remaining = (((now - start) / 1000) * Math.max(0, total - done)) / done;
      const percent = Math.min(100, Math.floor((done / Math.max(1, total)) * 100));
      print(`${what}: ${percent}%, ${durationOf(remaining)} left`);
    },
  };
}
