import { type Permission, type ResourceName, resourceNames } from '#contract/core/permissions';

/* Lists with saved views, their columns, and the permissions to share. */

export const viewLists = [...resourceNames, 'authors'] as const;
export type ViewList = (typeof viewLists)[number];

export const viewDensities = ['comfortable', 'compact'] as const;
export type ViewDensity = (typeof viewDensities)[number];

/** Optional columns of each list, in order. Names and actions are always visible. */
export const viewColumns = {
  books: ['id', 'author', 'category', 'sub_category', 'reading_time', 'duration'],
  categories: ['id', 'image', 'code'],
  'sub-categories': ['id', 'code', 'category_code', 'category_name'],
  collections: ['id', 'image', 'description', 'book_count', 'books'],
  'story-books': ['id', 'description', 'book_name', 'book_code', 'chapter_code', 'text_item_code'],
  'mobile-configs': ['id', 'is_main_service'],
  challenges: [],
  authors: ['id', 'book_count', 'similar'],
} as const satisfies Record<ViewList, readonly string[]>;
export type ViewColumn<List extends ViewList = ViewList> = (typeof viewColumns)[List][number];

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
