import { hasSubject, keyOfText } from '#server/core/resource/book-subjects';
import type { Kysely } from 'kysely';
import { type KnownLanguages, languageFromFilter } from '#contract/core/languages';
import { addDays, toDay } from '#contract/analytics/periods';
import {
  choiceDetails,
  dateDetails,
  type DateName,
  type DayFilterName,
  type DetailFilter,
  mapChoices,
  mapDayFilters,
  NO_DAY,
} from '#contract/books/book-details';
import { parseRights } from '#contract/books/rights';
import type { BooksQuery } from '#contract/books/books';
import type { ContributorRole } from '#contract/contributors/contributors';
import { readCustomFields } from '#server/core/settings/custom-fields';
import type { Schema } from '#server/core/db/schema';
import { authorIdByName } from './book-authors.ts';
import { workOf } from './book-editions.ts';
import { type CustomCriterion, customCriteria, matchesCustom } from './book-custom-values.ts';
import { type BookSearch, type Searched, foldBookSearch, rankIn } from './book-search.ts';
import { categoryByCode, subCategoryByCode } from '#server/core/resource/category-codes';

/** The filter of a list, with codes resolved and the search folded. */
export interface BookFilter extends BookSearch, DetailFilter {
  readonly language: number | undefined;
  readonly category_id: number | undefined;
  readonly sub_category_id: number | undefined;
  readonly is_backup: number | undefined;
  readonly author_id: number | undefined;
  /** The person of the books, and their role; undefined means any role. */
  readonly contributor_id: number | undefined;
  readonly contributor_role: ContributorRole | undefined;
  /** True for books in a collection, false for those in none. */
  readonly in_collection: boolean | undefined;
  readonly series_id?: number | undefined;
  /** The first and last days of dates of the publication record. */
  readonly days?: Readonly<Partial<Record<DayFilterName, string>>> | undefined;
  /** The days in which a right of the books ends. */
  readonly rightsEnd?: { readonly from: string; readonly to: string } | undefined;
  /** The ID of the first edition of the work of the books. */
  readonly work_id?: number | undefined;
  /** The subject, as `subjectKey` returns it. */
  readonly subject?: string | undefined;
  /** Filters by custom fields. */
  readonly custom?: readonly CustomCriterion[] | undefined;
  readonly publisher_id?: number | undefined;
  readonly imprint_id?: number | undefined;
}

/** The columns of publisher and imprint, by which lists are filtered. */
export const publisherColumns = ['publisher_id', 'imprint_id'] as const;
export type PublisherColumn = (typeof publisherColumns)[number];

type Criteria = Pick<
  BooksQuery,
  | 'language'
  | 'category_id'
  | 'category_code'
  | 'sub_category_code'
  | 'is_backup'
  | 'author'
  | 'contributor_id'
  | 'contributor_role'
  | 'in_collection'
  | 'series_id'
  | 'work_of'
  | 'custom'
  | 'subject'
  | 'rights_ending_within'
  | PublisherColumn
  | 'search'
  | 'in'
  | keyof DetailFilter
  | DayFilterName
>;

/** Returns the filter of a query; undefined when no book can match it. */
export async function readFilter(
  db: Kysely<Schema>,
  query: Criteria,
  languages: KnownLanguages,
): Promise<BookFilter | undefined> {
  let { category_id } = query;
  const { series_id, contributor_id, publisher_id, imprint_id } = query;
  if ([category_id, series_id, contributor_id, publisher_id, imprint_id].includes(0)) return undefined;
  if (query.category_code !== undefined) {
    const [matchingCategory] = await categoryByCode(db, { code: query.category_code });
    if (!matchingCategory || (category_id !== undefined && category_id !== matchingCategory.id))
      return undefined;
    category_id = matchingCategory.id;
  }
  let sub_category_id: number | undefined;
  if (query.sub_category_code !== undefined) {
    const [matchingSubCategory] = await subCategoryByCode(db, { code: query.sub_category_code });
    if (
      !matchingSubCategory ||
      (category_id !== undefined && category_id !== matchingSubCategory.category_id)
    )
      return undefined;
    // The sub-category suffices, because a book's category is always that of its sub-category.
    category_id = undefined;
    sub_category_id = matchingSubCategory.id;
  }
  let author_id: number | undefined;
  if (query.author !== undefined) {
    author_id = await authorIdByName(db, query.author);
    if (author_id === undefined) return undefined;
  }
  const work_id = query.work_of === undefined ? undefined : await workOf(db, query.work_of);
  if (query.work_of !== undefined && work_id === undefined) return undefined;
  const custom = query.custom && customCriteria(await readCustomFields(db), query.custom);
  if (query.custom && !custom) return undefined;
  const days = definedDays(query);
  if (Object.values(days).includes(NO_DAY)) return undefined;
  const search = foldBookSearch(query.search);
  const language = query.language === undefined ? undefined : languageFromFilter(query.language, languages);
  const everything = search !== '' && query.in === 'everything';
  return {
    language,
    category_id,
    sub_category_id,
    is_backup: query.is_backup,
    author_id,
    contributor_id,
    contributor_role: contributor_id === undefined ? undefined : query.contributor_role,
    in_collection: query.in_collection,
    work_id,
    ...(query.subject !== undefined && { subject: await keyOfText(db, query.subject) }),
    ...(custom && { custom }),
    series_id,
    publisher_id,
    imprint_id,
    ...mapChoices((name) => query[name]),
    ...(Object.keys(days).length > 0 && { days }),
    ...(query.rights_ending_within !== undefined && { rightsEnd: nextDays(query.rights_ending_within) }),
    search,
    everything,
  };
}

const definedDays = (query: Criteria): Partial<Record<DayFilterName, string>> =>
  Object.fromEntries(
    Object.entries(mapDayFilters((name) => query[name])).filter(([, day]) => day !== undefined),
  );

/** A century. */
const MAX_DAYS = 36_525;

/** Returns the days themselves, since a cached list is that of the day on which it was read. */
function nextDays(count: number) {
  const today = toDay(new Date());
  return { from: today, to: addDays(today, Math.min(count, MAX_DAYS)) };
}

/** Returns the dates that a filter compares, each with its first and last day. */
export const dateRangesOf = ({ days = {} }: BookFilter) =>
  dateDetails.flatMap((name) => {
    const range = { name, from: days[`${name}_from`], to: days[`${name}_to`] };
    return range.from === undefined && range.to === undefined ? [] : [range];
  });

const isInDateRanges = (filter: BookFilter, book: Pick<Schema['books'], DateName>): boolean =>
  dateRangesOf(filter).every(
    ({ name, from = '', to }) =>
      book[name] !== '' && book[name] >= from && (to === undefined || book[name] <= to),
  );

const hasRightEnding = ({ rightsEnd }: BookFilter, rights: string): boolean =>
  rightsEnd === undefined ||
  parseRights(rights).some(({ to }) => to !== undefined && to >= rightsEnd.from && to <= rightsEnd.to);

/** The filter of all books. */
export const everyBook: BookFilter = {
  language: undefined,
  category_id: undefined,
  sub_category_id: undefined,
  is_backup: undefined,
  author_id: undefined,
  contributor_id: undefined,
  contributor_role: undefined,
  in_collection: undefined,
  search: '',
  everything: false,
};

/** The columns of the counters. */
export const countedColumns = ['language', 'category_id', 'sub_category_id', 'is_backup'] as const;
export type CountedColumn = (typeof countedColumns)[number];
const filterColumns = [...countedColumns, 'author_id'] as const;
export type FilterColumn = (typeof filterColumns)[number];

/** Returns the columns that the filter compares. They determine the prepared query. */
export function columnsOf(filter: BookFilter): FilterColumn[] {
  return filterColumns.filter((column) => filter[column] !== undefined);
}

/** Returns the choices of the publication record that the filter compares. */
export const choicesOf = (filter: BookFilter) => choiceDetails.filter((name) => filter[name] !== undefined);

/** Returns those of publisher and imprint that the filter compares. */
export const publishersOf = (filter: BookFilter) =>
  publisherColumns.filter((column) => filter[column] !== undefined);

/**
 * Returns true if the filter depends on collections, series, works, contributors, publishers, custom fields or the publication
 * record. No counter has them.
 */
export const filtersByLists = (filter: BookFilter): boolean => {
  const { in_collection, series_id, work_id, contributor_id, custom, subject, days, rightsEnd } = filter;
  const lists = [in_collection, series_id, work_id, contributor_id, custom, subject, days, rightsEnd];
  return (
    lists.some((list) => list !== undefined) || choicesOf(filter).length + publishersOf(filter).length > 0
  );
};

/** Returns true if only the search limits the list. */
export const isOnlySearch = (filter: BookFilter): boolean =>
  columnsOf(filter).length === 0 && !filtersByLists(filter);

/** Returns true if only a person limits the list. */
export const isOnlyContributor = (filter: BookFilter): boolean =>
  filter.contributor_id !== undefined &&
  filter.search === '' &&
  isOnlySearch({ ...filter, contributor_id: undefined });

/** Returns true if the filter includes the books whose first author is this one. */
export const isAuthorOf = ({ contributor_id, contributor_role }: BookFilter, authorId: number): boolean =>
  contributor_id === authorId && (contributor_role === undefined || contributor_role === 'author');

/**
 * Evaluates the filter in code, for the few books that changed since a list was cached. @returns the match rank of the book, from 0;
 * undefined when the list does not contain it
 */
export function rankOfBook(
  filter: BookFilter,
  book: Pick<
    Schema['books'],
    | 'id'
    | 'edition_of'
    | 'custom_values'
    | 'subjects'
    | 'rights'
    | DateName
    | FilterColumn
    | PublisherColumn
    | keyof DetailFilter
  > &
    Searched & {
      readonly isInCollection: boolean;
      readonly isInSeries: boolean;
      readonly hasContributor: boolean;
    },
): number | undefined {
  const isIncluded =
    (filter.in_collection === undefined || filter.in_collection === book.isInCollection) &&
    (filter.series_id === undefined || book.isInSeries) &&
    (filter.work_id === undefined || [book.id, book.edition_of].includes(filter.work_id)) &&
    isInDateRanges(filter, book) &&
    hasRightEnding(filter, book.rights) &&
    (filter.subject === undefined || hasSubject(book.subjects, filter.subject)) &&
    (filter.custom === undefined || matchesCustom(filter.custom, book.custom_values)) &&
    (filter.contributor_id === undefined || book.hasContributor || isAuthorOf(filter, book.author_id));
  const comparedColumns = [...columnsOf(filter), ...choicesOf(filter), ...publishersOf(filter)];
  return isIncluded && comparedColumns.every((column) => book[column] === filter[column])
    ? rankIn(filter, book)
    : undefined;
}
