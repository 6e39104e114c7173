import { z } from 'zod';
import { defaultLanguage, languageFromFilter, languageShortCode } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import type { ViewQuery } from '#contract/saved-views/view-lists';
import type { Query } from '#web/core/api/encode.ts';
import { allLanguages, nameOfLanguage } from '#web/core/lib/books-address.ts';
import { readStored } from '#web/core/lib/use-stored-state.ts';
import { viewParameter } from '#web/core/lib/view-parameter.ts';

/** Under its own key, outside the store's persisted state. */
export const filtersKey = 'lectern-books-filters';

/** The filters above the table. Blank means "all"; a category is `category:CODE` or `sub_category:CODE`. */
const filters = z.object({
  page: z.int().min(1).catch(1),
  search: z.string().max(limits.maxSearchLength).catch(''),
  /** Includes descriptions and chapter titles in the search. */
  in: z.enum(['', 'everything']).catch(''),
  language: z.union([z.literal(''), z.int()]).catch(defaultLanguage),
  type: z.enum(['', '0', '1']).catch(''),
  category: z.string().catch(''),
  /** A name, as the author of a book is told apart by it. Named by addresses only. */
  author: z.string().max(limits.maxNameLength).catch(''),
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

/** Everything that is called so, whatever was filtered for before. */
export const searchFullText = (search: string): BookFilters => ({
  ...defaultFilters,
  language: '',
  search,
});

/**
 * The filters that an address names; those it leaves out are at their defaults. Undefined when it names none, and no view, and
 * then those of the last visit stand.
 */
export function filtersOfAddress(parameters: URLSearchParams): BookFilters | undefined {
  const named = Object.keys(filters.shape).filter((key) => parameters.has(key));
  if (named.length === 0 && !parameters.has(viewParameter)) return undefined;
  const { search, language, page, ...rest } = Object.fromEntries(
    named.map((key) => [key, parameters.get(key)?.trim() ?? '']),
  );
  return readFilters({
    ...rest,
    search: search?.slice(0, limits.maxSearchLength),
    language: language === undefined ? undefined : languageOfAddress(language),
    page: Number(page),
  });
}

/** Kept with an address of ours: what it does not name is at its default, and not as it was on the last visit. */
export const whole = { isWhole: true };
export const isWhole = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isWhole' in state;

/** The parameters of the address for these filters; defaults are left out. */
export function toAddress(chosen: BookFilters): Record<keyof BookFilters, string | undefined> {
  const named = { ...chosen, page: String(chosen.page), language: nameOfLanguage(chosen.language) };
  const unless = (key: keyof BookFilters) => (chosen[key] === defaultFilters[key] ? undefined : named[key]);
  return {
    page: unless('page'),
    search: unless('search'),
    in: unless('in'),
    language: unless('language'),
    type: unless('type'),
    category: unless('category'),
    author: unless('author'),
    sort: unless('sort'),
  };
}

export const isEqual = (one: BookFilters, other: BookFilters): boolean =>
  (Object.keys(one) as (keyof BookFilters)[]).every((key) => one[key] === other[key]);

function languageOfAddress(text: string): number | '' | undefined {
  if (text === '' || text === allLanguages) return '';
  const code = languageFromFilter(text);
  return languageShortCode(code) === undefined ? undefined : code;
}

/** The query of section 7. The code of the chosen entry goes by its kind; the service type goes under both its names. */
export function toQuery(
  { page, search, in: where, language, type, category, author, sort }: BookFilters,
  pageSize: number,
): Query & { page: number; items_per_page: number } {
  const [kind, code] = category.split(/:(.*)/s);
  return {
    page,
    items_per_page: pageSize,
    with_chapters: 0,
    search,
    in: search === '' ? undefined : where,
    language: language === '' ? undefined : languageShortCode(language),
    type,
    is_backup: type,
    category_code: kind === 'category' ? code : undefined,
    sub_category_code: kind === 'sub_category' ? code : undefined,
    author,
    sort_by_field: sort === '' ? undefined : 'reading_time',
    sort_direction: sort,
  };
}

/**
 * The first query of the list for an address, known before the screen is loaded. `state` is the state of the
 * history entry.
 */
export function firstQuery(parameters: URLSearchParams, state: unknown, pageSize: number) {
  const stored = () => (isWhole(state) ? defaultFilters : readStored(filtersKey, readFilters));
  return toQuery(filtersOfAddress(parameters) ?? stored(), pageSize);
}

/** The filters that a view saves: the parameters of the list's request. */
export function toViewQuery(chosen: BookFilters): ViewQuery {
  const {
    page: _page,
    items_per_page: _size,
    with_chapters: _chapters,
    type: _type,
    ...rest
  } = toQuery(chosen, 1);
  const named = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}

/** The filters that a view keeps, on the first page. What it does not name is not filtered by: any language, for one. */
export function fromViewQuery(query: ViewQuery): BookFilters {
  const { language, category_code, sub_category_code, sort_by_field, sort_direction } = query;
  const isSorted = sort_by_field === 'reading_time';
  return readFilters({
    search: query['search'],
    in: query['in']?.toLowerCase(),
    language: language === undefined ? '' : languageOfAddress(language),
    type: query['is_backup'] ?? query['type'],
    category:
      sub_category_code === undefined
        ? category_code && `category:${category_code}`
        : `sub_category:${sub_category_code}`,
    author: query['author'],
    sort: isSorted ? (sort_direction === 'desc' ? 'desc' : 'asc') : '',
  });
}
