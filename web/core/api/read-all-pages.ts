import type { Page } from '#contract/core/envelope';

/**
 * Every record of a list, page by page; `show` is handed what is there after each page. A server that keeps answering the same
 * page cannot hold it: the total ends it, and so does an empty page.
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
