import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CustomField, CustomFieldType } from './custom-fields.ts';
import {
  CustomValueError,
  filterKeyOf,
  formatStored,
  gatherCustomFilters,
  parseStored,
  presentStored,
  readCustomValue,
} from './custom-values.ts';

const field = (type: CustomFieldType, id = 1): CustomField => ({
  id,
  key: `field_${id}`,
  label: 'Field',
  type,
  choices: type === 'choice' ? [{ id: 4, name: 'Côte' }] : [],
  help: '',
  is_required: false,
  is_filter: false,
  version: 1,
});

test.each([
  ['text', ' a\nb ', 'a\nb'],
  ['text', 12, '12'],
  ['number', '1e3', '1000'],
  ['number', '-0', '0'],
  ['number', ' .50 ', '0.5'],
  ['number', 0.1, '0.1'],
  ['date', '2028-02-29', '2028-02-29'],
  ['yes_no', 'YES', '1'],
  ['yes_no', false, '0'],
  ['yes_no', 1, '1'],
  ['choice', 'cote', '4'],
  ['link', 'HTTPS://example.org', 'HTTPS://example.org'],
  ['number', '  ', ''],
] as const)('reads %s %j as %j', (type, value, text) => {
  expect(readCustomValue(field(type), value)).toBe(text);
});

test.each([
  ['number', 'NaN'],
  ['number', '1,5'],
  ['number', Infinity],
  ['number', true],
  ['date', '29/02/2028'],
  ['yes_no', 'perhaps'],
  ['yes_no', 2],
  ['choice', '4'],
  ['link', 'ftp://example.org'],
  ['link', 'example.org'],
  ['text', 'x'.repeat(2_001)],
] as const)('rejects %s %j', (type, value) => {
  expect(() => readCustomValue(field(type), value)).toThrow(CustomValueError);
});

test('stores equal values as equal texts, and presents them in the order of the fields', () => {
  const text = formatStored({ 12: '1', 3: 'a', 4: '' });
  expect(text).toBe('{"3":"a","12":"1"}');
  expect(parseStored(text)).toEqual({ 3: 'a', 12: '1' });
  expect(formatStored({ 3: '' })).toBe('');
  expect(
    Object.entries(presentStored([field('yes_no', 12), field('text', 3), field('choice', 5)], text)),
  ).toEqual([
    ['field_12', true],
    ['field_3', 'a'],
  ]);
  expect(presentStored([field('choice', 3)], text)).toEqual({});
});

test('compares numbers as texts', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  const keyOf = (value: number) => filterKeyOf('number', String(value));
  fc.assert(
    fc.property(number, number, (first, second) => {
      const [a, b] = [first + 0, second + 0];
      expect(keyOf(a) < keyOf(b)).toBe(a < b);
    }),
  );
});

test('gathers the filters of a query', () => {
  expect(
    gatherCustomFilters({ page: '2', 'custom.a': '1', 'custom[b.from]': '2', customs: 'x' }),
  ).toMatchObject({
    page: '2',
    custom: { a: '1', 'b.from': '2' },
  });
  expect(gatherCustomFilters(undefined)).toBeUndefined();
});
