import { expect, it } from 'vitest';
import { isTable, maxPastedRows, parseRows } from './paste-rows.ts';

const row = (book_code: string, is_featured = false) => ({
  book_code,
  chapter_code: 'c1',
  text_item_code: 't1',
  is_featured,
});

it.each([
  ['tabs', 'A\tc1\tt1\nB\tc1\tt1', [row('A'), row('B')]],
  ['semicolons', 'A;c1;t1', [row('A')]],
  ['commas and quotes', '"A", "c1", t1', [row('A')]],
  ['the line ends of every system', 'A\tc1\tt1\r\nB\tc1\tt1\rC\tc1\tt1\r\n', [row('A'), row('B'), row('C')]],
  ['blank lines', '\n  \nA\tc1\tt1\n\n', [row('A')]],
  ['a heading', 'Book Code\tChapter Code\tText Item Code\nA\tc1\tt1', [row('A')]],
  [
    'the names of the wire',
    'book_code,chapter_code,text_item_code,is_featured\nA,c1,t1,true',
    [row('A', true)],
  ],
  [
    'a fourth column',
    'A\tc1\tt1\tYes\nB\tc1\tt1\tno\nC\tc1\tt1\t1\nD\tc1\tt1\t',
    [row('A', true), row('B'), row('C', true), row('D')],
  ],
  ['empty columns to the right', 'A\tc1\tt1\t\t\t', [row('A')]],
  ['a cell that is not filled yet', 'A\tc1\t', [{ ...row('A'), text_item_code: '' }]],
])('parses rows with %s', (_, text, rows) => {
  expect(parseRows(text)).toEqual({ rows });
});

it.each([
  ['A\tc1\tt1\nB\tc1', { error: 'columns', line: 2, columns: 2 }],
  ['\nA c1 t1', { error: 'columns', line: 2, columns: 1 }],
  ['A\tc1\tt1\tyes\tmore', { error: 'columns', line: 1, columns: 5 }],
  [' \n ', { error: 'empty' }],
  ['Book\tChapter\tText', { error: 'empty' }],
  ['A\tc1\tt1\n'.repeat(maxPastedRows + 1), { error: 'tooMany', rows: maxPastedRows + 1 }],
])('rejects %j', (text, error) => {
  expect(parseRows(text)).toEqual(error);
});

it.each([
  ['BK-000001', false],
  ['BK-000001\n', false],
  ['two, words', false],
  ['A\tc1\tt1', true],
  ['A\tc1', true],
  ['A;c1;t1', true],
  ['A\nB', true],
])('detects whether %j contains several fields: %s', (text, expected) => {
  expect(isTable(text)).toBe(expected);
});
