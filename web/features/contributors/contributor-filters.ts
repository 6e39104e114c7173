import type { ViewQuery } from '#contract/saved-views/view-lists';

/** The filters above the list by address parameter. Blank means all, sorted by the number of books. */
export const allContributors = { search: '', similar: '', sort: '' };
type ContributorFilters = typeof allContributors;

const orders: Readonly<Record<string, { sort_by_field: string; sort_direction: string }>> = {
  fewest: { sort_by_field: 'book_count', sort_direction: 'asc' },
  name: { sort_by_field: 'name', sort_direction: 'asc' },
  'name-desc': { sort_by_field: 'name', sort_direction: 'desc' },
};

export const isOrder = (sort: string): boolean => Object.hasOwn(orders, sort);

/** Returns the parameters of the list's request without blanks. */
export function toViewQuery({ search, similar, sort }: ContributorFilters): ViewQuery {
  return { ...(search !== '' && { search }), ...(similar === '1' && { similar }), ...orders[sort] };
}

export function fromViewQuery({
  search = '',
  similar,
  sort_by_field,
  sort_direction = 'asc',
}: ViewQuery): ContributorFilters {
  const order = Object.entries(orders).find(
    ([, sort]) => sort.sort_by_field === sort_by_field && sort.sort_direction === sort_direction,
  );
  const isSimilar = similar === '1' || similar === 'true';
  return { search, similar: isSimilar ? '1' : '', sort: order?.[0] ?? '' };
}
