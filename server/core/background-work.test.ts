import { expect, test, vi } from 'vitest';
import { type Step, createBackgroundWork } from './background-work.ts';

/** Creates background work with a clock that only pauses and `spend` advance. */
function open() {
  let time = 10_000;
  const pauses: number[] = [];
  const work = createBackgroundWork({
    now: () => time,
    async pause(ms, signal) {
      signal?.throwIfAborted();
      pauses.push(ms);
      time += ms;
    },
  });
  const spend = (ms: number) => (time += ms);
  /** Returns a step that takes `ms` for its full size, and its sizes. */
  function stepsOf(count: number, ms: number) {
    const sizes: number[] = [];
    const step: Step = async (size) => {
      sizes.push(size);
      spend(ms * size);
      return sizes.length < count;
    };
    return { step, sizes };
  }
  return { work, pauses, spend, stepsOf };
}

test('takes large steps with short pauses while no request arrives', async () => {
  const { work, pauses, stepsOf } = open();
  const { step, sizes } = stepsOf(20, 10);
  await work.run('example', step);
  expect(sizes.at(-1)).toBe(1);
  expect(new Set(pauses)).toEqual(new Set([4]));
});

test('takes small steps and a tenth of the time while requests arrive, and always ends', async () => {
  const { work, pauses, stepsOf } = open();
  const { step, sizes } = stepsOf(40, 8);
  await work.run('example', async (size) => {
    work.noteRequest();
    return step(size);
  });
  expect(sizes).toHaveLength(40);
  expect(Math.max(...sizes)).toBe(1 / 4);
  expect(pauses.at(-1)).toBeCloseTo(9 * 2);
  const [run] = work.runs();
  expect((run?.workedMs ?? 0) / (run?.waitedMs ?? 0)).toBeCloseTo(1 / 9, 1);
});

test('pauses no longer than a limit after a late step', async () => {
  const { work, pauses, spend } = open();
  let left = 3;
  const step = async () => {
    spend(5_000);
    work.noteRequest();
    return --left > 0;
  };
  await work.run('maintenance', step);
  left = 2;
  await work.run('edit', step, { isWaitedFor: true });
  expect(pauses).toEqual([100, 100, 20]);
});

test('takes the large share again when requests end', async () => {
  const { work, pauses, stepsOf } = open();
  const { step, sizes } = stepsOf(100, 10);
  work.noteRequest();
  await work.run('example', step);
  expect(pauses[0]).toBeGreaterThan(4);
  expect([pauses.at(-1), sizes.at(-1)]).toEqual([4, 1]);
});

test('lets work that a user waits for go before maintenance, which shares its time', async () => {
  const { work, pauses, stepsOf } = open();
  const job = Promise.withResolvers<void>();
  const isOver = work.yieldTo(job.promise);
  expect(work.isBusy()).toBe(true);
  await work.run('edit', stepsOf(2, 8).step, { isWaitedFor: true });
  await work.run('maintenance', stepsOf(2, 8).step);
  await work.run('outer', async () => {
    await work.run('inner', stepsOf(2, 8).step);
    return false;
  });
  expect(pauses).toEqual([4, 18, 36]);
  job.resolve();
  await isOver;
  expect(work.isBusy()).toBe(false);
});

test('stops between two steps when the signal is aborted', async () => {
  const { work } = open();
  const stop = new AbortController();
  const step = vi.fn<Step>(async () => {
    stop.abort(new Error('The server stops.'));
    return true;
  });
  await expect(work.run('example', step, { signal: stop.signal })).rejects.toThrow('The server stops.');
  await expect(work.run('example', step, { signal: stop.signal })).rejects.toThrow('The server stops.');
  expect(step).toHaveBeenCalledOnce();
});

test('rejects with the error of a step, and runs again', async () => {
  const { work, pauses, stepsOf } = open();
  await expect(work.run('example', async () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(work.runs()).toMatchObject([{ name: 'example', isRunning: false }]);
  work.noteRequest();
  await work.run('example', stepsOf(2, 8).step);
  // The failed run takes no share.
  expect(pauses).toEqual([18]);
});
