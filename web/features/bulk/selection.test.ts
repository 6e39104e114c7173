import { expect, it } from 'vitest';
import { MAX_NAMED_BOOKS } from '#contract/bulk/bulk';
import {
  countOf,
  isFull,
  isSelected,
  nothingSelected,
  orderOf,
  type Selection,
  setSelected,
  toggle,
} from './selection.ts';

const page = [9, 8, 7, 6, 5];
const all: Selection = { ids: [], all: { filter: { language: 'en' }, total: 40, except: [] } };

it('selects and deselects single books', () => {
  const two = toggle(toggle(nothingSelected, 9), 7);
  expect(two.ids).toEqual([9, 7]);
  expect(toggle(two, 9).ids).toEqual([7]);
  expect(orderOf(two)).toEqual({ ids: [9, 7], except: [] });
});

it.each([
  [9, 6, [9, 8, 7, 6]],
  [6, 9, [6, 7, 8, 9]],
])('selects a range from %i to %i', (from, to, ids) => {
  const range = toggle(toggle(nothingSelected, from), to, { page, isRange: true });
  expect(range.ids).toEqual(ids);
  expect(range.anchor).toBe(to);
});

it('deselects a range if its last row is selected', () => {
  const four = setSelected(nothingSelected, [9, 8, 7, 6], true);
  expect(toggle({ ...four, anchor: 9 }, 7, { page, isRange: true }).ids).toEqual([6]);
});

it('selects only the row if the start of the range is not on the page', () => {
  expect(toggle({ ids: [1], anchor: 1 }, 7, { page, isRange: true }).ids).toEqual([1, 7]);
});

it('selects all results except deselected ones', () => {
  const but = toggle(all, 7);
  expect([isSelected(but, 7), isSelected(but, 8), countOf(but)]).toEqual([false, true, 39]);
  expect(orderOf(but)).toEqual({ filter: { language: 'en' }, expected: 40, except: [7] });
  expect(countOf(toggle(but, 7))).toBe(40);
});

it('limits the number of named books', () => {
  const many = setSelected(
    nothingSelected,
    Array.from({ length: MAX_NAMED_BOOKS + 5 }, (_, index) => index + 1),
    true,
  );
  expect([countOf(many), isFull(many), isFull(nothingSelected)]).toEqual([MAX_NAMED_BOOKS, true, false]);
});
