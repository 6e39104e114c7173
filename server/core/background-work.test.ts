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

test('takes small steps and at most a tenth of the time while requests arrive, and always ends', async () => {
  const { work, pauses, stepsOf } = open();
  const { step, sizes } = stepsOf(40, 8);
  await work.run('example', async (size) => {
    await work.serve(async () => undefined);
    return step(size);
  });
  expect(sizes).toHaveLength(40);
  expect(Math.max(...sizes)).toBe(1 / 4);
  expect(pauses.slice(-2)).toEqual([9 * 2, 25]);
  expect(work.runs()).toEqual([
    { name: 'example', isRunning: false, workedMs: 40 * 2, waitedMs: 39 * (9 * 2 + 25) },
  ]);
});

test('pauses no longer than a limit after a late step', async () => {
  const { work, pauses, spend } = open();
  let left = 3;
  const step = async () => {
    spend(5_000);
    await work.serve(async () => undefined);
    return --left > 0;
  };
  await work.run('maintenance', step);
  left = 2;
  await work.run('edit', step, { isWaitedFor: true });
  expect(pauses).toEqual([100, 25, 100, 25, 20, 10]);
});

test('begins a step after the end of a request, but waits no longer than a limit', async () => {
  const { work, pauses, stepsOf } = open();
  const request = Promise.withResolvers<void>();
  const response = work.serve(() => request.promise);
  await work.run('maintenance', stepsOf(2, 8).step);
  await work.run('edit', stepsOf(2, 8).step, { isWaitedFor: true });
  expect(pauses.splice(0)).toEqual([18, 25, 4, 10]);
  const events: string[] = [];
  const onPause = async (ms: number) => {
    events.push(`pause ${ms}`);
    if (ms === 25) await new Promise(() => undefined);
  };
  const other = createBackgroundWork({ now: () => 0, pause: onPause });
  const slowRequest = other.serve(() => request.promise);
  const run = other.run('maintenance', async () => events.push('step') < 3);
  await vi.waitFor(() => expect(events).toEqual(['step', 'pause 4', 'pause 25']));
  request.resolve();
  await Promise.all([response, slowRequest, run]);
  expect(events.at(-1)).toBe('step');
});

test('takes the large share again when requests end', async () => {
  const { work, pauses, stepsOf } = open();
  const { step, sizes } = stepsOf(100, 10);
  await work.serve(async () => undefined);
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
  await work.serve(async () => undefined);
  await work.run('example', stepsOf(2, 8).step);
  // The failed run takes no share.
  expect(pauses).toEqual([18, 25]);
});
