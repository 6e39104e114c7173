import { expect, it } from 'vitest';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { books } from '#contract/books/books';
import { challenges } from '#contract/challenges/challenges';
import { maxLengthOf, schemaErrors } from './schema-limits.ts';

it.each([
  [books.create, 'name', limits.maxNameLength],
  [books.create, 'description', limits.maxDescriptionLength],
  [books.create, 'chapter_count', undefined],
  [books.create, 'nothing', undefined],
  [books.query, 'name', undefined],
  [challenges.create, 'description', limits.maxDescriptionLength],
])('reads the maximum length of a text from its schema', (schema, field, limit) => {
  expect(maxLengthOf(schema, field)).toBe(limit);
});

it('reports each error once by its path', () => {
  const value = { title: ' ', description: 'x', day_count: '0', items: [{ book_code: '' }] };
  expect(schemaErrors(challenges.create, value)).toMatchObject({
    title: messages.titleRequired,
    day_count: messages.challengeDaysTooFew,
    'items.0.book_code': 'Book code is required',
  });
  expect(schemaErrors(books.create, { name: 'A' })).toEqual({});
});
