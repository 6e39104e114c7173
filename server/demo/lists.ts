import { join } from 'node:path';
import { limits } from '#contract/core/limits';
import type { Dependencies } from '#server/app/dependencies';
import type { WriteContext } from '#server/core/resource/resource-service';
import { demoMediaRoot } from './demo-catalogue.ts';

export const demoContext: WriteContext = {
  user: { id: 0, email: '' },
  authorize: async () => undefined,
  files: new Map(),
};

/** Returns the context of a write by the system with an image of the demo. */
export async function withImage({ staging }: Dependencies, fileName: string): Promise<WriteContext> {
  const image = await staging.copy('image', 'image', join(demoMediaRoot, fileName));
  return { ...demoContext, files: new Map([['image', image]]) };
}

type List<Item> = (page: {
  page: number;
  items_per_page: number;
  search: string;
}) => Promise<{ items: Item[]; total: number }>;

/** Returns all records of a list. */
export async function everything<Item>(list: List<Item>): Promise<Item[]> {
  const foundItems: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await list({ page, items_per_page: limits.maxPageSize, search: '' });
    foundItems.push(...items);
    if (items.length === 0 || foundItems.length >= total) return foundItems;
  }
}

/** Returns true if a list is empty. */
export async function isEmptyList(list: List<unknown>): Promise<boolean> {
  return (await list({ page: 1, items_per_page: 1, search: '' })).total === 0;
}
