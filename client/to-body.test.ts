import { expect, test } from 'vitest';
import { toBody } from './to-body.ts';

const entriesOf = (body: unknown) => {
  const form = toBody(body);
  if (!(form instanceof FormData)) throw new Error('This is no form.');
  return [...form].map(([key, value]) => [key, value instanceof Blob ? 'a file' : value]);
};

test('a body without files is JSON', () => {
  expect(toBody({ name: 'A', author: { name: 'B' } })).toBe('{"name":"A","author":{"name":"B"}}');
});

test('a file makes it a form, with objects and lists as forms write them', () => {
  const body = {
    name: 'A',
    author: { id: undefined, name: 'B' },
    book_codes: ['x', 'y'],
    items: [{ book_code: 'x' }],
    nothing: undefined,
    none: [],
    is_active: true,
    image: new Blob(['x']),
  };
  expect(entriesOf(body)).toEqual([
    ['name', 'A'],
    ['author[name]', 'B'],
    ['book_codes[]', 'x'],
    ['book_codes[]', 'y'],
    ['items[]', '{"book_code":"x"}'],
    ['none[]', ''],
    ['is_active', 'true'],
    ['image', 'a file'],
  ]);
});

test('the writing of forms makes it a form, and a form stays one', () => {
  expect(entriesOf({ 'author[name]': 'B', 'book_codes[]': ['x'] })).toEqual([
    ['author[name]', 'B'],
    ['book_codes[]', 'x'],
  ]);
  const form = new FormData();
  expect(toBody(form)).toBe(form);
});
