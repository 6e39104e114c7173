import { useEffect, useState } from 'react';
import { limits } from '#contract/limits';
import { type Category, categories } from '#contract/resources/categories';
import { useApi } from '../api/api-context.ts';
import { createResourceApi } from '../api/resource-api.ts';

export interface CategoryOptions {
  readonly categories: readonly Category[];
  readonly isLoading: boolean;
}

/** All categories with their sub-categories: page 1 with a hundred, then the following pages while there are more. */
export function useCategoryOptions(): CategoryOptions {
  const client = useApi();
  const [state, setState] = useState<CategoryOptions>({ categories: [], isLoading: true });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const api = createResourceApi(client, categories);
    const load = async () => {
      const all: Category[] = [];
      for (let page = 1; ; page += 1) {
        const { items, total } = await api.list({ page, items_per_page: limits.pickerPageSize }, { signal });
        all.push(...items);
        if (items.length === 0 || all.length >= total) break;
      }
      setState({ categories: all, isLoading: false });
    };
    load().catch((error: unknown) => {
      if (signal.aborted) return;
      console.error('The categories could not be loaded', error);
      setState({ categories: [], isLoading: false });
    });
    return () => controller.abort();
  }, [client]);

  return state;
}
