import { expect, test } from 'vitest';
import type { z } from 'zod';
import { credentials } from '#contract/auth/auth';
import { limits } from '#contract/core/limits';
import { messages, valueMessages } from '#contract/core/messages';
import { books } from '#contract/books/books';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { AppError } from '#server/core/errors';
import { parse } from './parse.ts';

function errorInfoOf(schema: z.ZodType, value: unknown): AppError {
  try {
    parse(schema, value);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('Nothing is wrong with it.');
}

const challenge = { title: 'A', description: 'B', day_count: 1, items: [{ book_code: 'BK-000001' }] };
const long = 'x'.repeat(limits.maxNameLength + 1);

test.each<[what: string, schema: z.ZodType, value: unknown, code: string, message: string]>([
  ['a missing field', books.create, {}, 'field.required', messages.nameRequired],
  ['a blank field', books.create, { name: ' ' }, 'field.required', messages.nameRequired],
  ['a missing password', credentials, { email: 'a@b.org' }, 'field.required', messages.passwordRequired],
  [
    'an empty list of books',
    challenges.create,
    { ...challenge, items: [] },
    'field.required',
    messages.challengeBooksRequired,
  ],
  [
    'a long text',
    books.create,
    { name: long },
    'text.too_long',
    `Name must be at most ${limits.maxNameLength} characters`,
  ],
  [
    'a long list',
    collections.create,
    { title: 'A', book_codes: Array.from({ length: limits.maxListLength + 1 }, (_, index) => `BK-${index}`) },
    'list.too_long',
    `Book codes must have at most ${limits.maxListLength} entries`,
  ],
  [
    'a number too small',
    books.create,
    { name: 'A', chapter_count: -1 },
    'number.out_of_range',
    messages.chapterCountNegative,
  ],
  [
    'a number too large',
    books.create,
    { name: 'A', duration: 3_000_000_000 },
    'number.out_of_range',
    'Duration is too large',
  ],
  [
    'a duplicate book',
    challenges.create,
    { ...challenge, items: [...challenge.items, ...challenge.items] },
    'list.repeated_entry',
    messages.bookDuplicated('BK-000001'),
  ],
  [
    'a wrong type',
    books.create,
    { name: 'A', author: 'Ada' },
    'request.invalid',
    'Author must be an object with name and id',
  ],
  [
    'several invalid fields',
    challenges.create,
    { ...challenge, title: '', description: 'x'.repeat(limits.maxDescriptionLength + 1) },
    'request.invalid',
    messages.titleRequired,
  ],
])('returns the code and the message for %s', (_what, schema, value, code, message) => {
  expect(errorInfoOf(schema, value)).toMatchObject({ status: 422, code, message });
});

test('returns one message for each invalid field, by its path', () => {
  const { errors } = errorInfoOf(challenges.create, {
    ...challenge,
    title: '',
    items: [{ book_code: '' }, 7],
  });
  expect(errors).toEqual({
    title: messages.titleRequired,
    'items.0.book_code': messages.bookCodeRequired,
    'items.1': valueMessages.mustBeObject,
  });
});
