import { expect, test } from 'vitest';
import { fromViewQuery, toViewQuery } from './author-filters.ts';

test.each([
  [{ search: 'ada', similar: '1', sort_by_field: 'name', sort_direction: 'desc' }, { sort: 'name-desc' }],
  [{ sort_by_field: 'book_count', sort_direction: 'asc' }, { sort: 'fewest' }],
  [{}, { search: '', similar: '', sort: '' }],
])('a view of %j is the address %j, and back', (query, address) => {
  expect(fromViewQuery(query)).toMatchObject(address);
  expect(toViewQuery(fromViewQuery(query))).toEqual(query);
});

test('ways to write the same are one', () => {
  const query = fromViewQuery({ similar: 'true', sort_by_field: 'name' });
  expect(query).toEqual({ search: '', similar: '1', sort: 'name' });
  expect(fromViewQuery({ sort_by_field: 'book_count', sort_direction: 'desc' }).sort).toBe('');
});
