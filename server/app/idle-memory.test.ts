import { expect, it, vi } from 'vitest';
import { createIdleWatch, releaseMemory } from './idle-memory.ts';

it('releases memory once after the start and after each time of work', () => {
  const release = vi.fn<() => void>();
  const onInterval = createIdleWatch(release);
  const callsAfter = (...intervals: number[]) => {
    release.mockClear();
    for (const busy of intervals) onInterval(busy);
    return release.mock.calls.length;
  };
  expect(callsAfter(0.4, 0.01, 0, 0.01)).toBe(1);
  expect(callsAfter(0.01, 0, 0.01, 0.01)).toBe(0);
  expect(callsAfter(0.5, 0, 0, 0.03, 0, 0)).toBe(0);
  expect(callsAfter(0)).toBe(1);
});

it('collects objects without references', () => {
  const reference = new WeakRef({ text: 'x'.repeat(1000) });
  return new Promise<void>((resolve) => {
    setImmediate(() => {
      releaseMemory();
      expect(reference.deref()).toBeUndefined();
      resolve();
    });
  });
});
