import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useStoredState } from './use-stored-state.ts';

const read = (storedValue: unknown): number => (typeof storedValue === 'number' ? storedValue : 7);

it('reads the stored value of an earlier visit, and stores its own', () => {
  localStorage.setItem('count', '3');
  const { result } = renderHook(() => useStoredState('count', read));
  expect(result.current[0]).toBe(3);
  act(() => result.current[1](4));
  expect(result.current[0]).toBe(4);
  expect(localStorage.getItem('count')).toBe('4');
});

it.each([null, '{broken', '"text"'])('passes an unreadable stored value (%j) to the parser', (storedText) => {
  if (storedText !== null) localStorage.setItem('count', storedText);
  expect(renderHook(() => useStoredState('count', read)).result.current[0]).toBe(7);
});

it('works without storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { result } = renderHook(() => useStoredState('count', read));
  act(() => result.current[1](4));
  expect(result.current[0]).toBe(4);
});
