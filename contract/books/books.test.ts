import { describe, expect, test } from 'vitest';
import { books } from './books.ts';

const query = (raw: Record<string, unknown>) => books.query.parse(raw);

describe('the query of the books list', () => {
  test('has defaults', () => {
    expect(query({})).toEqual({
      page: 1,
      items_per_page: 10,
      search: '',
      with_chapters: true,
      is_backup: undefined,
      language: undefined,
      category_id: undefined,
      sort: undefined,
    });
  });

  test.each([
    ['page', '3', 3],
    ['page', '0', 1],
    ['page', '-5', 1],
    ['page', 'x', 1],
    ['page', ['4', '5'], 4],
    ['page', '1e99', 10_000_000],
    ['items_per_page', '1000', 100],
    ['items_per_page', '0', 1],
    ['items_per_page', '', 10],
    ['language', ' pt ', 'pt'],
    ['language', ['EN', 'pt'], 'EN'],
    ['language', 4, '4'],
    ['language', ' ', undefined],
    ['is_backup', '0', 0],
    ['is_backup', '1', 1],
    ['is_backup', 'maybe', undefined],
    ['category_id', '12', 12],
    ['category_id', 'twelve', 0],
    ['category_code', ' fiction ', 'fiction'],
    ['with_chapters', '0', false],
  ])('parses %s=%j as %j', (key, value, expected) => {
    expect(query({ [key]: value })[key as 'page']).toBe(expected);
  });

  test('accepts type for is_backup, which takes precedence', () => {
    expect(query({ type: '0' }).is_backup).toBe(0);
    expect(query({ type: '0', is_backup: '1' }).is_backup).toBe(1);
  });

  test('accepts q for search', () => {
    expect(query({ q: ' sea ' }).search).toBe('sea');
    expect(query({ q: 'sea', search: 'sky' }).search).toBe('sky');
  });

  test('sorts by reading time only', () => {
    expect(query({ sort_by_field: 'reading_time', sort_direction: 'DESC' }).sort).toBe('desc');
    expect(query({ sort_by_field: 'reading_time' }).sort).toBe('asc');
    expect(query({ sort_by_field: 'name', sort_direction: 'desc' }).sort).toBeUndefined();
  });

  test('rejects a search that is longer than any name', () => {
    expect(books.query.safeParse({ search: 'x'.repeat(201) }).success).toBe(false);
  });
});

describe('the books form', () => {
  const create = (raw: Record<string, unknown>) => books.create.safeParse(raw);
  const messageOf = (raw: Record<string, unknown>) => create(raw).error?.issues[0]?.message;

  test.each([
    [{}, 'Name is required'],
    [{ name: '   ' }, 'Name is required'],
    [{ name: 'A', chapter_count: '-1' }, 'Chapter count can’t be negative'],
    [{ name: 'A', duration: '-60' }, 'Duration can’t be negative'],
    [{ name: 'x'.repeat(501) }, 'Must be at most 500 characters'],
    [{ name: 'A', duration: '99999999999' }, 'Number is too large'],
  ])('rejects %j: %s', (raw, message) => expect(messageOf(raw)).toBe(message));

  test('parses numbers from text, and invalid ones as 0', () => {
    expect(create({ name: 'A', duration: '90', chapter_count: 'many' }).data).toMatchObject({
      duration: 90,
      chapter_count: 0,
    });
  });

  test('removes characters that a database cannot store', () => {
    expect(create({ name: ' A\0B\ud800 ' }).data?.name).toBe('AB\ufffd');
  });

  test('leaves absent fields out of an update', () => {
    expect(books.update.parse({ id: '5' })).toEqual({ id: 5 });
    expect(books.update.safeParse({ id: '5', name: '' }).success).toBe(false);
    expect(books.update.safeParse({ name: 'A' }).success).toBe(false);
  });
});
