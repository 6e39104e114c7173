import { expect, test } from 'vitest';
import { toBody } from './to-body.ts';

const entriesOf = (body: unknown) => {
  const form = toBody(body);
  if (!(form instanceof FormData)) throw new Error('This is no form.');
  return [...form].map(([key, value]) => [key, value instanceof Blob ? 'a file' : value]);
};

test('sends a body without files as JSON', () => {
  expect(toBody({ name: 'A', author: { name: 'B' } })).toBe('{"name":"A","author":{"name":"B"}}');
});

test('sends a body with a file as a form, with objects and lists as form fields', () => {
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

test('sends form field names as a form, and does not change a FormData body', () => {
  expect(entriesOf({ 'author[name]': 'B', 'book_codes[]': ['x'] })).toEqual([
    ['author[name]', 'B'],
    ['book_codes[]', 'x'],
  ]);
  const form = new FormData();
  expect(toBody(form)).toBe(form);
});
