import { expect, test } from 'vitest';
import { publishers } from './publishers.ts';

const parse = (input: object) => publishers.create.safeParse({ name: 'House', ...input });

test.each([
  'https://house.example.org',
  'http://house.example.org/über uns'.replace(' ', '%20'),
  'HTTPS://HOUSE.EXAMPLE.ORG',
  '',
])('accepts the website %j', (website) => {
  expect(parse({ website }).success).toBe(true);
});

test.each(['house.example.org', 'javascript:alert(1)', 'ftp://house.example.org', 'https://', 'https:// x'])(
  'rejects the website %j',
  (website) => {
    expect(parse({ website }).error?.issues[0]?.message).toBe('Must be an http or https address');
  },
);

test('stores names with single spaces, and requires them', () => {
  expect(parse({ name: '  North \n Shore ' }).data?.name).toBe('North Shore');
  expect(parse({ name: ' ' }).success).toBe(false);
  expect(parse({ imprints: [{ name: ' ' }] }).error?.issues[0]?.path).toEqual(['imprints', 0, 'name']);
});

test('reads imprints from JSON texts, and rejects null and names that differ only in case and spaces', () => {
  expect(parse({ imprints: '[{"name":"A"},{"id":"7","name":"B"}]' }).data?.imprints).toEqual([
    { name: 'A', id: undefined },
    { name: 'B', id: 7 },
  ]);
  expect(parse({ imprints: '' }).data?.imprints).toEqual([]);
  expect(parse({ imprints: [null] }).success).toBe(false);
  const { error } = parse({ imprints: [{ name: 'First  line' }, { name: 'Other' }, { name: 'FIRST line' }] });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['imprints.2.name', 'Is a duplicate'],
  ]);
});
