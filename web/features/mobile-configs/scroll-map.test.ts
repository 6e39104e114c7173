import { expect, it } from 'vitest';
import { interpolate, matchingPosition, type Pane } from './scroll-map.ts';

it.each([
  [0, 0],
  [50, 5],
  [100, 10],
  [250, 60],
  [400, 110],
])('maps %i between the offsets of two lists to %i', (value, expected) => {
  expect(interpolate(value, [0, 100, 400], [0, 10, 110])).toBe(expected);
});

const box = (top: number, height: number) => ({
  getBoundingClientRect: () => new DOMRect(0, top, 10, height),
});

/** A pane 100 px high with blocks of these heights, one below the other. */
function paneOf(heights: readonly number[], scrollTop = 0): Pane {
  const topOf = (index: number) => heights.slice(0, index).reduce((sum, height) => sum + height, 0);
  return {
    scroller: { ...box(0, 100), scrollTop, scrollHeight: topOf(heights.length), clientHeight: 100 },
    blocks: heights.map((height, index) => box(topOf(index) - scrollTop, height)),
  };
}

it.each([
  ['the start', 0, 0],
  ['the end', 500, 200],
  ['the start of the second block', 250, 200 / 3],
])('scrolls a pane to %s with another pane of the same blocks', (_case, scrollTop, expected) => {
  const position = matchingPosition(paneOf([300, 300], scrollTop), paneOf([100, 200]));
  expect(position).toBeCloseTo(expected);
});

it('leaves a pane that shows all of its blocks, or other blocks', () => {
  const source = paneOf([300, 300], 250);
  expect(matchingPosition(source, paneOf([40, 40]))).toBeUndefined();
  expect(matchingPosition(source, paneOf([300]))).toBeUndefined();
});
