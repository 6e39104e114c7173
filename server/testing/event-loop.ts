import { setImmediate } from 'node:timers/promises';

/** Returns the processor time of this thread in milliseconds. Other processes of a busy machine do not affect it. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Runs work and returns the longest time in milliseconds for which it blocked the event loop. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const endSignal = new AbortController();
  const watch = async () => {
    for (let before = threadTime(); !endSignal.signal.aborted; ) {
      await setImmediate();
      const now = threadTime();
      longest = Math.max(longest, now - before);
      before = now;
    }
  };
  const watchLoop = watch();
  try {
    await work();
  } finally {
    endSignal.abort();
    await watchLoop;
  }
  return longest;
}
