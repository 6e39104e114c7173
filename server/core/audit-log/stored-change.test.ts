import { expect, test } from 'vitest';
import { readChanges, readFields } from './stored-change.ts';

const counts = { moved: 0, changed: 0 };

test('reads changes of lists under their former names', () => {
  const lists = { moved: [], changed: [] };
  const storedChanges = [
    { type: 'list', field: 'books', came: [['BK-1', 0]], went: [['BK-2', 1]], ...lists },
    { type: 'value', field: 'name', before: 'A', after: 'B' },
  ];
  expect(readChanges(JSON.stringify(storedChanges))).toEqual([
    { type: 'list', field: 'books', added: [['BK-1', 0]], removed: [['BK-2', 1]], ...lists },
    storedChanges[1],
  ]);
});

test('reads counts of lists under their former and current names', () => {
  const fields = [
    { field: 'books', type: 'list', counts: { came: 1, went: 0, ...counts } },
    { field: 'books', type: 'list', counts: { added: 2, removed: 3, ...counts } },
    { field: 'name', type: 'value' },
  ];
  expect(readFields(JSON.stringify(fields))).toEqual([
    { field: 'books', type: 'list', counts: { added: 1, removed: 0, ...counts } },
    fields[1],
    fields[2],
  ]);
});
