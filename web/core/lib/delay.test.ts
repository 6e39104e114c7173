import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { delay } from './delay.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('resolves after the time, or when the signal is aborted, and leaves no listener', async () => {
  const controller = new AbortController();
  const remove = vi.spyOn(controller.signal, 'removeEventListener');
  const isDone = vi.fn<() => void>();
  void delay(100, controller.signal).then(isDone);
  await vi.advanceTimersByTimeAsync(99);
  expect(isDone).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isDone).toHaveBeenCalledOnce();
  expect(remove).toHaveBeenCalledOnce();
  void delay(100, controller.signal).then(isDone);
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(isDone).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
