import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { useToast } from '#web/ui/use-toast.ts';

let response = 0;

function Speaker() {
  const toast = useToast();
  return <button onClick={() => toast('success', `Saved ${(response += 1)}`)}>Save</button>;
}

/** Advances timers in steps, since React flushes updates at the end of each `act`. */
async function pass(ms: number) {
  for (let passedMs = 0; passedMs < ms; passedMs += 500) await act(() => vi.advanceTimersByTimeAsync(500));
}
const save = (times: number) => {
  for (let time = 0; time < times; time += 1) fireEvent.click(screen.getByRole('button', { name: 'Save' }));
};
const toastTexts = () =>
  screen.queryAllByRole('alert').map((toast) => /Saved \d+/.exec(toast.textContent)?.[0]);

beforeEach(() => {
  response = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('always shows the newest toast; the oldest is removed, even while the pointer is on a toast', async () => {
  renderScreen(<Speaker />);
  save(4);
  fireEvent.mouseEnter(screen.getByText('Saved 2'));
  await pass(20_000);
  expect(toastTexts()).toEqual(['Saved 1', 'Saved 2', 'Saved 3', 'Saved 4']);
  save(1);
  await pass(1_000);
  expect(toastTexts()).toEqual(['Saved 2', 'Saved 3', 'Saved 4', 'Saved 5']);
  save(3);
  await pass(1_000);
  expect(toastTexts()).toEqual(['Saved 5', 'Saved 6', 'Saved 7', 'Saved 8']);
});

it('closes the others after the hovered toast was removed', async () => {
  renderScreen(<Speaker />);
  save(4);
  fireEvent.mouseEnter(screen.getByText('Saved 1'));
  save(1);
  await pass(10_000);
  expect(toastTexts()).toEqual([]);
});
