import type { PrintLine } from '#server/core/command-output';
import { type MoveLease, startOf } from './move-progress.ts';

const EVERY_MS = 5_000;
/** The interval between reports as a part of the elapsed time. Long steps report less often. */
const REPORT_FRACTION = 0.05;
const MINUTE = 60;

/** Formats a duration. @param seconds rounded up */
export function durationOf(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 2 * MINUTE ? `${whole} s` : `${Math.ceil(whole / MINUTE)} min`;
}

const names = { files: 'Files', rows: 'Rows', comparison: 'Comparison' } as const;

interface ProgressOptions {
  readonly print: PrintLine;
  readonly lease: Pick<MoveLease, 'report'>;
  readonly total: number;
}

/** Prints and stores the progress of a step and the remaining time every few seconds. */
export function createProgress(step: keyof typeof names, { print, lease, total }: ProgressOptions) {
  lease.report(startOf(step));
  const start = performance.now();
  let doneRows = 0;
  let reportedAt = start;
  return {
    add(amount: number): void {
      doneRows += amount;
      const now = performance.now();
      if (now - reportedAt < Math.max(EVERY_MS, (now - start) * REPORT_FRACTION) || doneRows === 0) return;
      reportedAt = now;
      const remainingSeconds = (((now - start) / 1000) * Math.max(0, total - doneRows)) / doneRows;
      const progress = Math.min(1, doneRows / Math.max(1, total));
      print(`${names[step]}: ${Math.floor(progress * 100)}%, ${durationOf(remainingSeconds)} left`);
      lease.report({ step, progress, secondsLeft: Math.ceil(remainingSeconds) });
    },
  };
}
