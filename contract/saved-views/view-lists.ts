import { type Permission, type ResourceName, resourceNames } from '#contract/core/permissions';
import { typeInfoOf } from '#contract/core/record-types';

/* Lists with saved views, their columns, and the permissions to share. */

export const viewLists = [...resourceNames, 'authors'] as const;
export type ViewList = (typeof viewLists)[number];

export const viewDensities = ['comfortable', 'compact'] as const;
export type ViewDensity = (typeof viewDensities)[number];

/** Optional columns of each list, in order. Names and actions are always visible. */
export const viewColumns = typeInfoOf(viewLists, 'columns');
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
