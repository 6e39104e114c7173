import { z } from 'zod';
import { mapChoices, mapDayFilters } from '#contract/books/book-details';
import { subjectLimits } from '#contract/books/book-subjects';
import { sortDates } from '#contract/books/books';
import { contributorRoleNames } from '#contract/contributors/contributors';
import { defaultLanguage, languageFromFilter, languageShortCode } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import type { ViewQuery } from '#contract/saved-views/view-lists';
import type { Query } from '#web/core/api/encode.ts';
import { allLanguages, nameOfLanguage } from '#web/core/lib/books-address.ts';
import { readStored } from '#web/core/lib/use-stored-state.ts';
import { viewParameter } from '#web/core/lib/view-parameter.ts';
import { customOfQuery, customQuery } from './custom-filters.ts';

/** The session-storage key. It is not part of the persisted store. */
export const filtersKey = 'lectern-books-filters';

const id = z
  .string()
  .regex(/^\d{0,9}$/)
  .catch('');

const day = z.union([z.literal(''), z.iso.date()]).catch('');

/** The sorts by a date. */
export const dateSorts = sortDates.flatMap((date) => [`${date}-asc`, `${date}-desc`] as const);

/** The filters above the table. Blank means "all". A category is `category:CODE` or `sub_category:CODE`. */
const filters = z.object({
  page: z.int().min(1).catch(1),
  search: z.string().max(limits.maxSearchLength).catch(''),
  /** `everything` includes descriptions and chapter titles in the search. */
  in: z.enum(['', 'everything']).catch(''),
  language: z.union([z.literal(''), z.int()]).catch(defaultLanguage),
  type: z.enum(['', '0', '1']).catch(''),
  category: z.string().catch(''),
  /** The name, since names distinguish authors. Only addresses set this filter. */
  author: z.string().max(limits.maxNameLength).catch(''),
  /** Scheme and code, such as `Thema:FBA`. */
  subject: z
    .string()
    .max(subjectLimits.maxSchemeLength + subjectLimits.maxCodeLength + 1)
    .catch(''),
  series_id: id,
  publisher_id: id,
  imprint_id: id,
  contributor_id: id,
  /** With `contributor_id`: the role. Blank means any. */
  contributor_role: z.enum(['', ...contributorRoleNames]).catch(''),
  /** The code of a book of the work. */
  work_of: z.string().max(limits.maxCodeLength).catch(''),
  /** The filters by custom fields, such as `mood=Dark`. */
  custom: z.string().max(4_000).catch(''),
  ...mapChoices((_name, choices) => z.enum(['', ...Object.keys(choices)]).catch('')),
  ...mapDayFilters(() => day),
  /** The number of days in which a right ends. */
  rights_ending_within: z
    .string()
    .regex(/^\d{0,5}$/)
    .catch(''),
  /** The direction by reading time, or a date and the direction, such as `publication_date-desc`. */
  sort: z.enum(['', 'asc', 'desc', ...dateSorts]).catch(''),
});
export type BookFilters = z.infer<typeof filters>;
const filterNames = Object.keys(filters.shape) as (keyof BookFilters)[];

/** The filters whose parameters have their names and values. */
const plainFilters = [
  'author',
  'subject',
  'series_id',
  'publisher_id',
  'imprint_id',
  'contributor_id',
  'contributor_role',
  'work_of',
  'rights_ending_within',
] as const;
const plainOf = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(plainFilters.map((name) => [name, values[name]]));

/** Reads stored filters key by key, so an invalid value affects only its own filter. */
export function readFilters(storedValue: unknown): BookFilters {
  return filters.parse(typeof storedValue === 'object' && storedValue !== null ? storedValue : {});
}

export const defaultFilters: BookFilters = readFilters(undefined);

/** Changes filters. A change of any filter except the page returns to page 1. */
export function changeFilters(current: BookFilters, change: Partial<BookFilters>): BookFilters {
  return { ...current, page: 1, ...change };
}

/** Returns the filters of a full-text search, without the previous filters. */
export const searchFullText = (search: string): BookFilters => ({
  ...defaultFilters,
  language: '',
  search,
});

/**
 * Returns the filters of an address, with defaults for missing ones. Undefined if it contains no filter and no view; those of the last
 * visit then apply.
 */
export function filtersOfAddress(parameters: URLSearchParams): BookFilters | undefined {
  const namedKeys = filterNames.filter((key) => parameters.has(key));
  if (namedKeys.length === 0 && !parameters.has(viewParameter)) return undefined;
  const { search, language, page, ...rest } = Object.fromEntries(
    namedKeys.map((key) => [key, parameters.get(key)?.trim() ?? '']),
  );
  return readFilters({
    ...rest,
    search: search?.slice(0, limits.maxSearchLength),
    language: language === undefined ? undefined : languageOfAddress(language),
    page: Number(page),
  });
}

/** The history state of addresses written by this screen. Missing filters then have their defaults instead of those of the last visit. */
export const whole = { isWhole: true };
export const isWhole = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isWhole' in state;

/** Returns the address parameters of these filters, without defaults. */
export function toAddress(chosenFilters: BookFilters): Record<keyof BookFilters, string | undefined> {
  const namedFilters = {
    ...chosenFilters,
    page: String(chosenFilters.page),
    language: nameOfLanguage(chosenFilters.language),
  };
  const unless = (key: keyof BookFilters) =>
    chosenFilters[key] === defaultFilters[key] ? undefined : namedFilters[key];
  return Object.fromEntries(filterNames.map((name) => [name, unless(name)])) as Record<
    keyof BookFilters,
    string | undefined
  >;
}

export const isEqual = (first: BookFilters, second: BookFilters): boolean =>
  filterNames.every((key) => first[key] === second[key]);

function languageOfAddress(text: string): number | '' | undefined {
  if (text === '' || text === allLanguages) return '';
  const code = languageFromFilter(text);
  return languageShortCode(code) === undefined ? undefined : code;
}

/**
 * Returns the query of section 7 of the specification. The code of the selected entry is sent by its type, and the service type under both
 * of its names.
 */
export function toQuery(
  chosenFilters: BookFilters,
  pageSize: number,
): Query & { page: number; items_per_page: number } {
  const { page, search, in: where, language, type, category, sort } = chosenFilters;
  const [direction, sortField = 'reading_time'] = sort.split('-').toReversed();
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
    ...plainOf(chosenFilters),
    ...(chosenFilters.contributor_id === '' && { contributor_role: undefined }),
    ...mapChoices((name) => chosenFilters[name]),
    ...mapDayFilters((name) => chosenFilters[name]),
    ...customQuery(chosenFilters.custom),
    sort_by_field: sort === '' ? undefined : sortField,
    sort_direction: direction,
  };
}

/**
 * Returns the first query of the list for an address, before the screen is loaded.
 * @param state the state of the history entry
 */
export function firstQuery(parameters: URLSearchParams, state: unknown, pageSize: number) {
  const storedFilters = () => (isWhole(state) ? defaultFilters : readStored(filtersKey, readFilters));
  return toQuery(filtersOfAddress(parameters) ?? storedFilters(), pageSize);
}

/** Returns the filters that a view stores: the parameters of the list's request. */
export function toViewQuery(chosenFilters: BookFilters): ViewQuery {
  const {
    page: _page,
    items_per_page: _size,
    with_chapters: _chapters,
    type: _type,
    ...rest
  } = toQuery(chosenFilters, 1);
  const namedValues = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(namedValues.map(([name, value]) => [name, String(value)]));
}

/** Returns the filters of a view on page 1. Missing filters are not applied, including the language. */
export function fromViewQuery(query: ViewQuery): BookFilters {
  const { language, category_code, sub_category_code, sort_by_field, sort_direction } = query;
  const direction = sort_direction === 'desc' ? 'desc' : 'asc';
  const sort = sort_by_field === 'reading_time' ? direction : `${sort_by_field}-${direction}`;
  return readFilters({
    search: query['search'],
    in: query['in']?.toLowerCase(),
    language: language === undefined ? '' : languageOfAddress(language),
    type: query['is_backup'] ?? query['type'],
    category:
      sub_category_code === undefined
        ? category_code && `category:${category_code}`
        : `sub_category:${sub_category_code}`,
    ...plainOf(query),
    ...mapChoices((name) => query[name]?.toLowerCase()),
    ...mapDayFilters((name) => query[name]),
    custom: customOfQuery(query),
    sort,
  });
}
