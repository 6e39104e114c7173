import type { Page } from '#contract/core/envelope';

/**
 * Reads all records of a list page by page. `show` receives the records after each page. Reading stops at the total or at an empty page, so
 * a server that repeats a page cannot block it.
 */
export async function readAllPages<Item>(
  readPage: (page: number) => Promise<Page<Item>>,
  show?: (items: readonly Item[]) => void,
): Promise<readonly Item[]> {
  let items: readonly Item[] = [];
  for (let page = 1; ; page += 1) {
    const response = await readPage(page);
    items = [...items, ...response.items];
    if (response.items.length === 0 || items.length >= response.total) return items;
    show?.(items);
  }
}
