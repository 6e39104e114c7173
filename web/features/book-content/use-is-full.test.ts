import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIsFull } from './use-is-full.ts';
import { createValue } from '#web/core/lib/value-store.ts';

it('renders all controls at rest or on request, and keeps them', () => {
  const isScrolled = createValue(true);
  const fullHook = renderHook(() => useIsFull(isScrolled, false));
  const hook = renderHook(() => useIsFull(isScrolled, true));
  expect([fullHook.result.current, hook.result.current]).toEqual([false, true]);
  act(() => isScrolled.set(false));
  expect(fullHook.result.current).toBe(true);
  act(() => isScrolled.set(true));
  expect(fullHook.result.current).toBe(true);
  const next = renderHook(() => useIsFull(isScrolled, false));
  expect(next.result.current).toBe(false);
});
