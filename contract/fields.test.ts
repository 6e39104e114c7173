import { expect, test } from 'vitest';
import { z } from 'zod';
import { codeList, jsonList, references } from './fields.ts';
import { limits } from './limits.ts';

test.each<[unknown, unknown]>([
  [undefined, undefined],
  ['', []],
  [null, []],
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
])('codes in %j are %j', (sent, read) => {
  expect(codeList.optional().parse(sent)).toEqual(read);
});

test.each([
  [[{ code: 'A' }]],
  [{ a: 'A' }],
  [['x'.repeat(500)]],
  [Array.from({ length: 20_001 }, (_, n) => `${n}`)],
])('codes are refused: %#', (sent) => expect(codeList.safeParse(sent).success).toBe(false));

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
])('objects in %j are %j', (sent, read) => {
  expect(
    jsonList(z.object({ n: z.int() }))
      .optional()
      .parse(sent),
  ).toEqual(read);
});

test.each([['{"n":'], [['{"n":"x"}']], [[1]], [7]])('objects are refused: %j', (sent) => {
  expect(jsonList(z.object({ n: z.int() })).safeParse(sent).success).toBe(false);
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
  [null, []],
  ['', []],
  [{}, []],
])('references in %j are %j', (sent, read) => {
  expect(references.parse(sent)).toEqual(read);
});

test.each([['x'], [0], [-1], [1.5], [limits.maxInteger + 1], [{ items: ['x'] }]])(
  'references are refused: %j',
  (sent) => expect(references.safeParse(sent).success).toBe(false),
);
