import { type Category, categories } from '#contract/categories/categories';
import type { ApiClient } from '#web/core/api/client.ts';
import { readAllPages } from '#web/core/api/read-all-pages.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { useRemoteRead } from './use-remote-read.ts';

const optionsPageSize = 100;

export interface CategoryOptions {
  readonly categories: readonly Category[];
  readonly isLoading: boolean;
  /** True if the request failed, so an empty list is not a result. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

const none: readonly Category[] = [];

const { compare } = new Intl.Collator(undefined, { numeric: true });
const byName = <Named extends { name: string }>(list: readonly Named[]): Named[] =>
  list.toSorted((a, b) => compare(a.name, b.name));

const readCategories = async (client: ApiClient, signal: AbortSignal): Promise<readonly Category[]> => {
  const api = createResourceReader(client, categories);
  const all = await readAllPages((page) => api.list({ page, items_per_page: optionsPageSize }, { signal }));
  return byName(all.map((category) => ({ ...category, sub_categories: byName(category.sub_categories) })));
};

/** Reads all categories with their sub-categories by name, a hundred per page. */
export function useCategoryOptions(): CategoryOptions {
  const { value, isReading, apiError, retry } = useRemoteRead(readCategories, {
    attempted_action: categories.messages.fetchFailed,
  });
  return { categories: value ?? none, isLoading: isReading, hasFailed: apiError !== undefined, retry };
}
