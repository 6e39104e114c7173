import { type Permission, type ResourceName, resourceNames } from '#contract/core/permissions';

/* What there is to know of named views before one is sent or read: the lists, their columns, and who may share. */

export const viewLists = [...resourceNames, 'authors'] as const;
export type ViewList = (typeof viewLists)[number];

export const viewDensities = ['comfortable', 'compact'] as const;
export type ViewDensity = (typeof viewDensities)[number];

/** The columns that a list can do without, in their order. What records are called by, and what can be done with them, always show. */
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

/** Who may share views of a list: those who edit what it lists. */
export const permissionToShare = (list: ViewList): Permission => {
  const resource: ResourceName = list === 'authors' ? 'books' : list;
  return `${resource}:edit`;
};

/** Change and delete what others have shared. */
export const permissionToManageViews = 'settings:edit' satisfies Permission;

export const viewLimits = {
  maxNameLength: 80,
  /** Of one list: one's own, and of everybody together those that are shared. */
  maxOwn: 50,
  maxShared: 50,
} as const;

/** The filters of a view by the parameters of the list's call, without blanks and in the order of their names. */
export type ViewQuery = Readonly<Record<string, string>>;
