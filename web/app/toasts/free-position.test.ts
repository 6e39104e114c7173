import { expect, it } from 'vitest';
import { type Box, freePosition, isFree } from './free-position.ts';

const window = { width: 390, height: 800 };
const toast = { width: 320, height: 60 };
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

it('stands at the bottom right where nothing is there', () => {
  expect(freePosition(toast, window, [])).toEqual({ ...toast, x: 62, y: 732 });
});

it('goes to the left of what stands at the right, and above what fills a row', () => {
  const wide = { width: 1280, height: 800 };
  expect(freePosition(toast, wide, [box(1100, 700, 100, 40)]).x).toBe(480);
  expect(freePosition(toast, wide, [box(0, 700, 1280, 40)])).toMatchObject({ y: 632 });
});

it('finds the gap between rows of controls, from the lowest up', () => {
  const rows = [0, 60, 120, 300, 360, 420, 480, 540, 600, 660, 720, 780].map((y) => box(0, y, 390, 20));
  const position = freePosition(toast, window, rows);
  expect(isFree(position, window, rows)).toBe(true);
  expect(position.y).toBeGreaterThan(140);
  expect(position.y).toBeLessThan(240);
});

it('fits exactly between two controls', () => {
  const rows = [box(0, 0, 390, 101), box(0, 177, 390, 623)];
  expect(freePosition(toast, window, rows)).toMatchObject({ y: 109 });
});

it('touches the fewest where there is no free place', () => {
  const isNarrow = (row: number) => row >= 19 && row <= 21;
  const rows = Array.from({ length: 40 }, (_, row) => box(0, row * 20, isNarrow(row) ? 10 : 390, 10));
  const position = freePosition(toast, window, rows);
  expect(isFree(position, window, rows)).toBe(false);
  expect(position.y).toBeGreaterThan(355);
  expect(position.y).toBeLessThan(395);
});
