import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MS = 10_000;
/** The number of quiet intervals after which memory is released. */
const QUIET_INTERVALS = 3;
/** The part of an interval in which a quiet process works at most. */
const MAX_BUSY = 0.02;

/**
 * Collects all garbage, and returns free memory to the system. This blocks the process for about 0.2 s. Otherwise V8 keeps what the start
 * or a busy hour needed, until it is needed again.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })");
}

/**
 * Returns a function that is called after each interval with the part of it in which the process worked. It calls `release` when the process
 * is quiet, once after each time of work.
 */
export function createIdleWatch(release: () => void): (busy: number) => void {
  let quietIntervals = 0;
  return (busy) => {
    quietIntervals = busy > MAX_BUSY ? 0 : quietIntervals + 1;
    if (quietIntervals === QUIET_INTERVALS) release();
  };
}

/** Releases memory of this process whenever it becomes idle. @returns a function that ends this */
export function releaseMemoryWhenIdle(): () => void {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  const onInterval = createIdleWatch(releaseMemory);
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    onInterval(utilization);
    // The release itself is no work.
    before = performance.eventLoopUtilization();
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
