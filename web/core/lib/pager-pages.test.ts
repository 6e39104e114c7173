import { describe, expect, it } from 'vitest';
import { pageCount, pagerPages } from './pager-pages.ts';

describe('pagerPages', () => {
  it.each([
    [1, 1, '1'],
    [1, 5, '1 2 3 4 5'],
    [1, 6, '1 2 3 4 … 6'],
    [4, 8, '1 2 3 4 5 6 7 8'],
    [5, 9, '1 2 3 4 5 6 7 8 9'],
    [6, 11, '1 … 3 4 5 6 7 8 9 … 11'],
    [20, 20, '1 … 17 18 19 20'],
    [9, 2, '1 2'],
  ])('shows on page %i of %i: %s', (current, last, expectedPages) => {
    const pages = pagerPages(current, last).map((page) => (page === 'gap' ? '…' : page));
    expect(pages.join(' ')).toBe(expectedPages);
  });

  it('takes no more time for a million pages', () => {
    expect(pagerPages(500_000, 1_000_000)).toHaveLength(11);
  });
});

it.each([
  [0, 1],
  [10, 1],
  [11, 2],
  [100, 10],
])('counts %i items at 10 per page as %i pages', (total, pages) => {
  expect(pageCount(total, 10)).toBe(pages);
});
