import { expect, it } from 'vitest';
import { booksAddress } from '#web/core/lib/books-address.ts';
import {
  defaultFilters,
  filtersOfAddress,
  fromViewQuery,
  searchFullText,
  toViewQuery,
} from './book-filters.ts';

it.each([
  ['search=sea', { search: 'sea' }],
  ['search=sea&in=everything', { search: 'sea', in: 'everything' }],
  ['search=sea&in=nothing', { search: 'sea' }],
  ['search=sea&language=all', { search: 'sea', language: '' }],
  ['language=', { language: '' }],
  ['language=tr', { language: 1 }],
  ['language=4', { language: 4 }],
  ['language=klingon', {}],
  ['type=0', { type: '0' }],
  ['type=7', {}],
  [
    'category=sub_category:novels&sort=desc&page=3',
    { category: 'sub_category:novels', sort: 'desc', page: 3 },
  ],
  ['author=Nora Vale&language=all', { author: 'Nora Vale', language: '' }],
  ['publication_status=withdrawn&abridgement=some', { publication_status: 'withdrawn' }],
  ['publication_date_from=2026-03-01&embargo_date_to=soon', { publication_date_from: '2026-03-01' }],
  ['rights_ending_within=30', { rights_ending_within: '30' }],
  ['sort=publication_date-desc', { sort: 'publication_date-desc' }],
  ['sort=embargo_date-desc', {}],
  ['page=-1', {}],
])('reads ?%s over the defaults', (query, namedFilters) => {
  expect(filtersOfAddress(new URLSearchParams(query))).toEqual({ ...defaultFilters, ...namedFilters });
});

it('returns undefined for an address without filters', () => {
  expect(filtersOfAddress(new URLSearchParams('utm_source=mail'))).toBeUndefined();
});

it('reads the address of the top bar as a search of all books', () => {
  const { search } = new URL(booksAddress({ search: 'sea & wind', language: '' }), 'http://localhost');
  expect(filtersOfAddress(new URLSearchParams(search))).toEqual(searchFullText('sea & wind'));
  expect(booksAddress({ author: 'Nora & Co', language: '' })).toBe('/books?author=Nora+%26+Co&language=all');
});

it.each([
  [{ language: 'tr', search: 'moon', sub_category_code: 'novels', is_backup: '0', author: 'Nora Vale' }],
  [
    {
      category_code: 'fiction',
      search: 'sea',
      in: 'everything',
      sort_by_field: 'reading_time',
      sort_direction: 'desc',
    },
  ],
  [{ publication_status: 'active', abridgement: 'unabridged' }],
  [{ publication_date_to: '2026-03-01', rights_ending_within: '30' }],
  [{ sort_by_field: 'on_sale_date', sort_direction: 'asc' }],
  [{ work_of: 'BK-000007', subject: 'Thema:FBA', contributor_id: '3', contributor_role: 'narrator' }],
  [{}],
])('stores the filters of a view as the query of the list: %j', (query) => {
  expect(toViewQuery(fromViewQuery(query))).toEqual(query);
});

it('reads a view sent by a script as the list would read it', () => {
  const { language, type, sort } = fromViewQuery({ language: '3', type: '1', sort_by_field: 'reading_time' });
  expect({ language, type, sort }).toEqual({ language: 3, type: '1', sort: 'asc' });
  expect(toViewQuery(fromViewQuery({ sort_by_field: 'name' }))).toEqual({});
});
