import { expect, test } from 'vitest';
import { fromViewQuery, toViewQuery } from './contributor-filters.ts';

test.each([
  [{ search: 'ada', similar: '1', sort_by_field: 'name', sort_direction: 'desc' }, { sort: 'name-desc' }],
  [{ sort_by_field: 'book_count', sort_direction: 'asc' }, { sort: 'fewest' }],
  [{}, { search: '', similar: '', sort: '' }],
])('converts the view %j to the address %j and back', (query, address) => {
  expect(fromViewQuery(query)).toMatchObject(address);
  expect(toViewQuery(fromViewQuery(query))).toEqual(query);
});

test('normalizes equal queries', () => {
  const query = fromViewQuery({ similar: 'true', sort_by_field: 'name' });
  expect(query).toEqual({ search: '', similar: '1', sort: 'name' });
  expect(fromViewQuery({ sort_by_field: 'book_count', sort_direction: 'desc' }).sort).toBe('');
});
