import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SearchBox } from './search-box.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function show(initial = '') {
  const searches: string[] = [];
  function Host() {
    const [value, setValue] = useState(initial);
    const search = (text: string) => {
      searches.push(text);
      setValue(text);
    };
    return (
      <>
        <SearchBox value={value} onSearch={search} placeholder="Search here" />
        <button type="button" onClick={() => setValue('')}>
          Elsewhere
        </button>
      </>
    );
  }
  renderScreen(<Host />);
  return searches;
}

const box = () => screen.getByPlaceholderText<HTMLInputElement>('Search here');
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const wait = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

it('searches once for the trimmed text, half a second after the last key', () => {
  const searches = show();
  type('win');
  wait(499);
  type(' winter ');
  wait(499);
  expect(searches).toEqual([]);
  wait(1);
  expect(searches).toEqual(['winter']);
  expect(box().value).toBe(' winter ');
});

it('clears immediately, cancels a pending search, and keeps the focus', () => {
  const searches = show('winter');
  type('winter sea');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(searches).toEqual(['']);
  expect(box().value).toBe('');
  expect(document.activeElement).toBe(box());
  wait(1000);
  expect(searches).toEqual(['']);
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});

it('searches immediately on Enter', () => {
  const searches = show();
  type('winter');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(searches).toEqual(['winter']);
  wait(1000);
  expect(searches).toEqual(['winter']);
});

it('leaves Ctrl+Enter and Cmd+Enter to the form', () => {
  const searches = show();
  type('winter');
  expect(fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(box(), { key: 'Enter', metaKey: true })).toBe(true);
  expect(searches).toEqual([]);
});

it('shows a search that was changed elsewhere, and cancels a pending search', () => {
  const searches = show('winter');
  type('winter sea');
  fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(box().value).toBe('');
  wait(1000);
  expect(searches).toEqual([]);
});
