import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#server/core/errors';
import { type WriteWatch, createWriteWatch } from './write-watch.ts';

const RETRY_MS = 1_000;

let isFull: boolean;
let finishedWrites: string[];
let watch: WriteWatch;
beforeEach(() => {
  vi.useFakeTimers();
  isFull = false;
  finishedWrites = [];
  watch = createWriteWatch({
    explain: (error) =>
      error instanceof Error && error.message === 'full' ? new AppError(507, 'There is no room.') : undefined,
    probe: () => write('probe')(),
    renew: async () => undefined,
    retryMs: RETRY_MS,
  });
});
afterEach(async () => {
  await watch.close();
  vi.useRealTimers();
});

const write = (name: string) => async () => {
  if (isFull) throw new Error('full');
  finishedWrites.push(name);
};

test('runs a write at once when changes are accepted', async () => {
  await watch.runWhenWritable(write('a'));
  expect([finishedWrites, watch.problem(), vi.getTimerCount()]).toEqual([['a'], undefined, 0]);
});

test('runs rejected writes later, in order and once', async () => {
  isFull = true;
  await watch.runWhenWritable(write('a'));
  await watch.runWhenWritable(write('b'));
  await vi.advanceTimersByTimeAsync(3 * RETRY_MS);
  expect([finishedWrites, watch.problem()]).toEqual([[], 'There is no room.']);
  isFull = false;
  await watch.runWhenWritable(write('c'));
  expect(finishedWrites).toEqual([]);
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect([finishedWrites, watch.problem(), vi.getTimerCount()]).toEqual([
    ['probe', 'a', 'b', 'c'],
    undefined,
    0,
  ]);
});

test('detects that changes are accepted again after a rejected request', async () => {
  watch.reportError(new AppError(507, 'There is no room.'));
  expect(watch.problem()).toBe('There is no room.');
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect([finishedWrites, watch.problem()]).toEqual([['probe'], undefined]);
});

test('throws other errors at once, or reports them later', async () => {
  const bug = async () => {
    throw new Error('a bug');
  };
  await expect(watch.runWhenWritable(bug)).rejects.toThrow('a bug');
  isFull = true;
  const onError = vi.fn<(error: unknown) => void>();
  await watch.runWhenWritable(write('a'));
  await watch.runWhenWritable(bug, onError);
  await watch.runWhenWritable(write('b'));
  isFull = false;
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('a bug'));
  expect([finishedWrites, watch.problem()]).toEqual([['probe', 'a', 'b'], undefined]);
});
