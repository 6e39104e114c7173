import { type ContributorRole, contributorRoleNames } from '#contract/contributors/contributors';
import type { ViewQuery } from '#contract/saved-views/view-lists';

/** The filters above the list by address parameter. Blank means all, sorted by the number of books. */
export const allContributors = { search: '', similar: '', role: '', sort: '' };
type ContributorFilters = typeof allContributors;

const orders: Readonly<Record<string, { sort_by_field: string; sort_direction: string }>> = {
  fewest: { sort_by_field: 'book_count', sort_direction: 'asc' },
  name: { sort_by_field: 'name', sort_direction: 'asc' },
  'name-desc': { sort_by_field: 'name', sort_direction: 'desc' },
  'sort-name': { sort_by_field: 'sort_name', sort_direction: 'asc' },
  'sort-name-desc': { sort_by_field: 'sort_name', sort_direction: 'desc' },
};

export const isOrder = (sort: string): boolean => Object.hasOwn(orders, sort);

/** Returns the role in a parameter; undefined for all and for unknown ones. */
export const roleIn = (text: string): ContributorRole | undefined =>
  contributorRoleNames.find((role) => role === text);

/** Returns the parameters of the list's request without blanks. */
export function toViewQuery({ search, similar, role, sort }: ContributorFilters): ViewQuery {
  return {
    ...(search !== '' && { search }),
    ...(similar === '1' && { similar }),
    ...(roleIn(role) && { role }),
    ...orders[sort],
  };
}

export function fromViewQuery({
  search = '',
  similar,
  role = '',
  sort_by_field,
  sort_direction = 'asc',
}: ViewQuery): ContributorFilters {
  const order = Object.entries(orders).find(
    ([, sort]) => sort.sort_by_field === sort_by_field && sort.sort_direction === sort_direction,
  );
  const isSimilar = similar === '1' || similar === 'true';
  return { search, similar: isSimilar ? '1' : '', role: roleIn(role) ?? '', sort: order?.[0] ?? '' };
}
