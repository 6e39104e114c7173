import { expect, test } from 'vitest';
import { fromViewQuery, toViewQuery } from './contributor-filters.ts';

test.each([
  [{ search: 'ada', similar: '1', sort_by_field: 'name', sort_direction: 'desc' }, { sort: 'name-desc' }],
  [{ sort_by_field: 'book_count', sort_direction: 'asc' }, { sort: 'fewest' }],
  [
    { role: 'narrator', sort_by_field: 'sort_name', sort_direction: 'asc' },
    { role: 'narrator', sort: 'sort-name' },
  ],
  [{}, { search: '', similar: '', role: '', sort: '' }],
])('converts the view %j to the address %j and back', (query, address) => {
  expect(fromViewQuery(query)).toMatchObject(address);
  expect(toViewQuery(fromViewQuery(query))).toEqual(query);
});

test('normalizes equal queries', () => {
  const query = fromViewQuery({ similar: 'true', role: 'painter', sort_by_field: 'name' });
  expect(query).toEqual({ search: '', similar: '1', role: '', sort: 'name' });
  expect(fromViewQuery({ sort_by_field: 'book_count', sort_direction: 'desc' }).sort).toBe('');
});
