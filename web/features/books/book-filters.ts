import { z } from 'zod';
import { defaultLanguage, languageShortCode } from '#contract/languages';
import { limits } from '#contract/limits';
import type { Query } from '../../api/encode.ts';

/** Under its own key, outside the store's persisted state. */
export const filtersKey = 'lectern-books-filters';

/** What is chosen above the table. Blank is "all"; a category is `category:CODE` or `sub_category:CODE`. */
const filters = z.object({
  page: z.int().min(1).catch(1),
  search: z.string().max(limits.maxSearchLength).catch(''),
  language: z.union([z.literal(''), z.int()]).catch(defaultLanguage),
  type: z.enum(['', '0', '1']).catch(''),
  category: z.string().catch(''),
  sort: z.enum(['', 'asc', 'desc']).catch(''),
});
export type BookFilters = z.infer<typeof filters>;

/** Reads stored filters key by key, so that one bad value costs only itself. */
export function readFilters(stored: unknown): BookFilters {
  return filters.parse(typeof stored === 'object' && stored !== null ? stored : {});
}

export const defaultFilters: BookFilters = readFilters(undefined);

/** Anything but the page sets the page back to 1. */
export function changeFilters(current: BookFilters, change: Partial<BookFilters>): BookFilters {
  return { ...current, page: 1, ...change };
}

/** The filters with a search from elsewhere taken over; the same object when that changes nothing. */
export function withSearch(current: BookFilters, brought: string | null): BookFilters {
  const search = brought?.trim().slice(0, limits.maxSearchLength);
  return search === undefined || search === current.search ? current : changeFilters(current, { search });
}

/** The query of section 7. The code of the chosen entry goes by its kind; the service type goes under both its names. */
export function toQuery({
  page,
  search,
  language,
  type,
  category,
  sort,
}: BookFilters): Query & { page: number } {
  const [kind, code] = category.split(/:(.*)/s);
  return {
    page,
    items_per_page: limits.pageSize,
    with_chapters: 0,
    search,
    language: language === '' ? undefined : languageShortCode(language),
    type,
    is_backup: type,
    category_code: kind === 'category' ? code : undefined,
    sub_category_code: kind === 'sub_category' ? code : undefined,
    sort_by_field: sort === '' ? undefined : 'reading_time',
    sort_direction: sort,
  };
}
