import { describe, expect, it } from 'vitest';
import { chartMaximum, chartScale, letterCount, wrapLabel } from './chart-scale.ts';

it('leaves ten above the highest value', () => {
  expect(chartMaximum([7, 41])).toBe(51);
  expect(chartMaximum([])).toBe(10);
});

it.each([
  [10, [0, 2, 4, 6, 8, 10], [0, 2, 4, 6, 8, 10]],
  [19, [0, 5, 10, 15], [0, 5, 10, 15, 19]],
  [51, [0, 20, 40], [0, 20, 40, 51]],
  [101, [0, 50, 100], [0, 50, 101]],
  [187, [0, 50, 100, 150], [0, 50, 100, 150, 187]],
  [9_010, [0, 2000, 4000, 6000, 8000], [0, 2000, 4000, 6000, 8000, 9010]],
])('draws the lines of an axis up to %i at round values', (maximum, lines, ticks) => {
  expect(chartScale(maximum)).toEqual({ lines, ticks });
});

describe('a label', () => {
  it.each([
    ['English', 12, 2, ['English']],
    ['Unknown Language', 10, 2, ['Unknown', 'Language']],
    ['Unknown Language', 20, 2, ['Unknown Language']],
    ['A Very Long Name of Somebody Else', 10, 2, ['A Very', 'Long Name…']],
    ['Konstantinopoulou', 10, 2, ['Konstanti…']],
    ['長い名前の人です', 10, 1, ['長い名前…']],
    ['', 10, 2, ['']],
  ])('%j in lines of %i, at most %i', (label, width, maxLines, lines) => {
    expect(wrapLabel(label, { width, maxLines, widthOf: letterCount })).toEqual(lines);
  });
});
