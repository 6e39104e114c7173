import { expect, test } from 'vitest';
import { z } from 'zod';
import { codeList, filterCode, jsonList, optionalCode, references, requiredCode, version } from './fields.ts';
import { limits } from './limits.ts';

test.each<[unknown, unknown]>([
  [undefined, undefined],
  ['', []],
  [[''], []],
  ['A', ['A']],
  [
    ['A', ' ', 'B', 'A'],
    ['A', 'B'],
  ],
  [
    [12, '13'],
    ['12', '13'],
  ],
  [[' A '], ['A']],
  [
    ['A', '\u200BA', 'cafe\u0301', 'café', '\u2060'],
    ['A', 'café'],
  ],
  ['["A","B"]', ['A', 'B']],
  ['["A"', ['["A"']],
  ['null and void', ['null and void']],
])('parses codes %j as %j', (input, parsedValue) => {
  expect(codeList.optional().parse(input)).toEqual(parsedValue);
});

test.each([
  [[{ code: 'A' }]],
  ['[{"code":"A"}]'],
  [{ a: 'A' }],
  [null],
  ['null'],
  [[null]],
  [['A', null]],
  ['["A",null]'],
  [['x'.repeat(500)]],
  [Array.from({ length: 20_001 }, (_, n) => `${n}`)],
])('rejects invalid codes: %#', (input) => expect(codeList.safeParse(input).success).toBe(false));

test.each<[unknown, unknown]>([
  [undefined, undefined],
  ['', []],
  ['[]', []],
  [[{ n: 1 }], [{ n: 1 }]],
  [
    ['{"n":1}', '', '{"n":2}'],
    [{ n: 1 }, { n: 2 }],
  ],
  ['[{"n":1},{"n":2}]', [{ n: 1 }, { n: 2 }]],
  ['{"n":1}', [{ n: 1 }]],
])('parses objects %j as %j', (input, parsedValue) => {
  expect(
    jsonList(z.object({ n: z.int() }))
      .optional()
      .parse(input),
  ).toEqual(parsedValue);
});

test.each([
  ['{"n":'],
  [['{"n":"x"}']],
  [[1]],
  [7],
  [null],
  ['null'],
  [[null]],
  [['null']],
  [[{ n: 1 }, null]],
])('rejects invalid objects: %j', (input) => {
  expect(jsonList(z.object({ n: z.int() })).safeParse(input).success).toBe(false);
});

test.each<[unknown, number[]]>([
  [5, [5]],
  ['5', [5]],
  [{ id: 5 }, [5]],
  [{ id: '5' }, [5]],
  [{ item: { id: 5 } }, [5]],
  [{ item: null }, []],
  [{ id: null }, []],
  [{ items: [{ id: 5 }, 6, '7', { id: 5 }] }, [5, 6, 7]],
  [
    [{ item: { id: 5 } }, { id: 6 }],
    [5, 6],
  ],
  ['{"items":[{"id":5}]}', [5]],
  ['[5,6]', [5, 6]],
  [undefined, []],
  ['', []],
  [{}, []],
  [{ item: {} }, []],
])('parses references %j as %j', (input, parsedIds) => {
  expect(references.parse(input)).toEqual(parsedIds);
});

const nestedJson = `${'{"item":'.repeat(50_000)}5${'}'.repeat(50_000)}`;

test.each<[unknown]>([
  ['x'],
  [0],
  [-1],
  [1.5],
  [limits.maxInteger + 1],
  [null],
  ['null'],
  [{ items: null }],
  [[null]],
  [{ items: [5, null] }],
  [{ items: [{ id: null }] }],
  [{ items: [{}] }],
  [{ items: ['x'] }],
  [{ items: [[5]] }],
  [{ items: [{ code: 'x' }] }],
  [{ id: { id: { id: 5 } } }],
  [nestedJson],
])('rejects invalid references: %#', (input) => expect(references.safeParse(input).success).toBe(false));

test.each<[unknown, number | undefined]>([
  [3, 3],
  ['3', 3],
  ['', undefined],
  [null, undefined],
])('parses the version %j as %j', (input, parsedNumber) => expect(version.parse(input)).toBe(parsedNumber));

test.each([['abc'], [1.5], [[]]])('rejects the version %j', (input) =>
  expect(version.safeParse(input).success).toBe(false),
);

test.each<[unknown, string | undefined]>([
  ['cafe\u0301\u200B', 'café'],
  [['BK-1\u00AD', 'BK-2'], 'BK-1'],
  [12, '12'],
  ['\u200B', undefined],
  [undefined, undefined],
])('parses the optional code %j as %j', (input, parsedCode) =>
  expect(filterCode.parse(input)).toBe(parsedCode),
);

test('clears an optional code of invisible characters, and rejects a list', () => {
  expect(optionalCode.parse('\u200B')).toBe('');
  expect(optionalCode.parse(undefined)).toBe(undefined);
  expect(optionalCode.safeParse(['A']).success).toBe(false);
  expect(requiredCode('Needed').safeParse('\u200B').error?.issues[0]?.message).toBe('Needed');
});
