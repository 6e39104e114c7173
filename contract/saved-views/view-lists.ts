import { columnDetails } from '#contract/books/book-details';
import { type Permission, type ResourceName, resourceNames } from '#contract/core/permissions';
import { typeInfoOf } from '#contract/core/record-types';

/* Lists with saved views, their columns, and the permissions to share. */

export const viewLists = [...resourceNames, 'authors'] as const;
export type ViewList = (typeof viewLists)[number];

export const viewDensities = ['comfortable', 'compact'] as const;
export type ViewDensity = (typeof viewDensities)[number];

/** The columns of each list that are visible by default, in order. */
export const defaultColumns = typeInfoOf(viewLists, 'columns');

/** The columns of the book list that are hidden by default, in order. */
export const additionalBookColumns = [
  'language',
  'type',
  'year',
  'narrator',
  'contributors',
  'series',
  'publisher',
  'imprint',
  ...columnDetails,
] as const;
export type AdditionalBookColumn = (typeof additionalBookColumns)[number];

/** Optional columns of each list, in order. Names and actions are always visible. */
export const viewColumns = {
  ...defaultColumns,
  books: [...defaultColumns.books, ...additionalBookColumns],
} as const;
export type ViewColumn<List extends ViewList = ViewList> = (typeof viewColumns)[List][number];

/** Returns true if a column is hidden by default. */
export const isHiddenByDefault = (list: ViewList, column: string): boolean =>
  !(defaultColumns[list] as readonly string[]).includes(column);

/** Returns the permission to share views of a list: the permission to edit its records. */
export const permissionToShare = (list: ViewList): Permission => {
  const resource: ResourceName = list === 'authors' ? 'books' : list;
  return `${resource}:edit`;
};

/** Permission to change and delete views that others share. */
export const permissionToManageViews = 'settings:edit' satisfies Permission;

export const viewLimits = {
  maxNameLength: 80,
  /** Limits per list: own views, and shared views of all users. */
  maxOwn: 50,
  maxShared: 50,
} as const;

/** Filters of a view by parameter name, without blanks and sorted by name. */
export type ViewQuery = Readonly<Record<string, string>>;
