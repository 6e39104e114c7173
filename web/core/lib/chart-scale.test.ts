import { describe, expect, it } from 'vitest';
import { chartMaximum, chartTicks, letterCount, roundTicks, wrapLabel } from './chart-scale.ts';

it('leaves a space of ten above the highest value', () => {
  expect(chartMaximum([7, 41])).toBe(51);
  expect(chartMaximum([])).toBe(10);
});

it.each([
  [10, [0, 2, 4, 6, 8, 10]],
  [16, [0, 5, 10, 15]],
  [51, [0, 20, 40]],
  [101, [0, 50, 100]],
  [344, [0, 100, 200, 300]],
  [9_010, [0, 2000, 4000, 6000, 8000]],
])('labels an axis up to %i only at round values', (maximum, ticks) => {
  expect(chartTicks(maximum)).toEqual(ticks);
});

it.each([
  [[], 5, [0, 1]],
  [[0.7], 5, [0, 1]],
  [[3, 10], 5, [0, 2, 4, 6, 8, 10]],
  [[133], 5, [0, 50, 100, 150]],
  [[1_234_567], 3, [0, 500_000, 1_000_000, 1_500_000]],
])('ends an axis for %j with at most %i steps at a round value', (values, maxSteps, ticks) => {
  expect(roundTicks(values, maxSteps)).toEqual(ticks);
});

describe('label', () => {
  it.each([
    ['English', 12, 2, ['English']],
    ['Unknown Language', 10, 2, ['Unknown', 'Language']],
    ['Unknown Language', 20, 2, ['Unknown Language']],
    ['A Very Long Name of Somebody Else', 10, 2, ['A Very', 'Long Name…']],
    ['Konstantinopoulou', 10, 2, ['Konstanti…']],
    ['長い名前の人です', 10, 1, ['長い名前…']],
    ['', 10, 2, ['']],
  ])('wraps %j to lines of %i, at most %i', (label, width, maxLines, lines) => {
    expect(wrapLabel(label, { width, maxLines, widthOf: letterCount })).toEqual(lines);
  });
});
