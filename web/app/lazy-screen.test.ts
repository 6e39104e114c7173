import { act, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyScreen, loadWithRetry } from './lazy-screen.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('retries a chunk twice', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValueOnce('screen');
  const componentName = loadWithRetry(load);
  await vi.runAllTimersAsync();
  expect(await componentName).toBe('screen');
});

it('throws the error of the third attempt', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('offline'));
  const apiError = loadWithRetry(load).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await apiError).toMatchObject({ message: 'offline' });
  expect(load).toHaveBeenCalledTimes(3);
});

it('times out after two minutes', async () => {
  const apiError = loadWithRetry(() => new Promise<never>(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(String(await apiError)).toContain('too long');
});

it('preloads a screen, and ignores an error', async () => {
  const load = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('offline'));
  lazyScreen(load).preload();
  expect(load).toHaveBeenCalledOnce();
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledOnce();
});

it('renders a preloaded screen at once, and another one when its code is loaded', async () => {
  const load = () => Promise.resolve(() => 'Books');
  const lazyModule = lazyScreen(load);
  lazyModule.preload();
  await vi.runAllTimersAsync();
  const { unmount } = render(createElement(lazyModule.component));
  screen.getByText('Books');
  unmount();
  render(createElement(lazyScreen(load).component));
  expect(screen.queryByText('Books')).toBeNull();
  await act(() => vi.runAllTimersAsync());
  screen.getByText('Books');
});
