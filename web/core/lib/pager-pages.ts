/** The number of pages shown on each side of the current one. */
const NEIGHBOURS = 3;

export type PagerPage = number | 'gap';

/** Returns the number of pages for `total` items; 1 for an empty list. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(Math.ceil(total / pageSize), 1);
}

/** Returns the first, the last and the pages around the current one. Each range of omitted pages is a gap. */
export function pagerPages(current: number, last: number): PagerPage[] {
  const pages: PagerPage[] = [];
  let before = 0;
  for (let page = 1; page <= last; page += 1) {
    const isShown = page === 1 || page === last || Math.abs(page - current) <= NEIGHBOURS;
    if (!isShown) {
      page = page < current ? current - NEIGHBOURS - 1 : last - 1;
      continue;
    }
    if (page > before + 1) pages.push('gap');
    pages.push(page);
    before = page;
  }
  return pages;
}
