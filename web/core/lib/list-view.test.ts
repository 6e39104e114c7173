import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { changeListView, useListView } from './list-view.ts';

const renderListView = () => renderHook(() => useListView()).result;
const store = (text: string) => localStorage.setItem('lectern-list-view', text);

beforeEach(() => localStorage.clear());

it('defaults to ten rows of normal height, and stores the chosen settings', () => {
  const first = renderListView();
  expect(first.current).toEqual({ density: 'comfortable', pageSize: 10 });
  act(() => changeListView({ density: 'compact' }));
  act(() => changeListView({ pageSize: 25 }));
  expect(first.current).toEqual({ density: 'compact', pageSize: 25 });
  expect(renderListView().current).toEqual({ density: 'compact', pageSize: 25 });
});

it('replaces each invalid setting with its default', () => {
  store('{"density":"compact","pageSize":1000}');
  expect(renderListView().current).toEqual({ density: 'compact', pageSize: 10 });
  store('no JSON');
  expect(renderListView().current).toEqual({ density: 'comfortable', pageSize: 10 });
});

it('updates after a change in another tab', () => {
  const view = renderListView();
  act(() => {
    store('{"pageSize":15}');
    dispatchEvent(new StorageEvent('storage', { key: 'lectern-list-view' }));
  });
  expect(view.current.pageSize).toBe(15);
});
