import { setImmediate } from 'node:timers/promises';

/** Milliseconds of processor time that this thread has taken. Other processes of a busy machine do not count. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Runs work, and returns the longest time in milliseconds for which it held the event loop. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const ended = new AbortController();
  const watch = async () => {
    for (let before = threadTime(); !ended.signal.aborted; ) {
      await setImmediate();
      const now = threadTime();
      longest = Math.max(longest, now - before);
      before = now;
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    ended.abort();
    await watching;
  }
  return longest;
}
