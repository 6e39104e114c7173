import { expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { changedCustom, customErrors, customTexts } from './custom-form.ts';
import { changeCustomFilter, countCustomFilters, customOfQuery, customQuery } from './custom-filters.ts';

const field = (key: string, type: CustomField['type'], is_required = false): CustomField => ({
  id: 1,
  key,
  label: key,
  type,
  choices: [],
  help: '',
  is_required,
  is_filter: true,
  version: 1,
});
const book = { custom: { season: 2, is_new: true, note: 'N' } } as unknown as Book;

test('sends only changed values', () => {
  expect(customTexts(book)).toEqual({ season: '2', is_new: 'yes', note: 'N' });
  expect(changedCustom({ season: '2', is_new: 'no', note: '', other: '' }, customTexts(book))).toEqual({
    custom: { is_new: 'no', note: '' },
  });
  expect(changedCustom(customTexts(book), customTexts(book))).toEqual({});
  expect(changedCustom({ note: 'x', season: '' }, {})).toEqual({ custom: { note: 'x' } });
});

test('requires values of new books, and of changed fields of existing ones', () => {
  const fields = [field('note', 'text', true), field('season', 'number')];
  const requiredErrors = { 'custom.note': 'note is required.' };
  expect(customErrors(fields, {}, undefined)).toEqual(requiredErrors);
  expect(customErrors(fields, { note: ' ', season: '2' }, book)).toEqual(requiredErrors);
  expect(customErrors(fields, { season: 'two' }, { ...book, custom: {} })).toEqual({
    'custom.season': 'season must be a number',
  });
});

test('converts filters between text, query and view', () => {
  const text = changeCustomFilter(changeCustomFilter('', 'season.from', ' 2 '), 'mood', 'Dark & cold');
  expect(countCustomFilters(text)).toBe(2);
  const query = { 'custom.mood': 'Dark & cold', 'custom.season.from': '2' };
  expect(customQuery(text)).toEqual(query);
  expect(customOfQuery({ ...query, search: 'sea' })).toBe(text);
  expect(changeCustomFilter(changeCustomFilter(text, 'mood', ''), 'season.from', '')).toBe('');
});
