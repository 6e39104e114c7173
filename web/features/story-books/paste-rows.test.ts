import { expect, it } from 'vitest';
import { isTable, parseRows } from './paste-rows.ts';

const row = (book_code: string, chapter_code: string, text_item_code: string, is_featured = false) => ({
  book_code,
  chapter_code,
  text_item_code,
  is_featured,
});

it.each([
  ['A\tB\tC', [row('A', 'B', 'C')]],
  ['A\tB\tC\r\nD\tE\tF\r\n', [row('A', 'B', 'C'), row('D', 'E', 'F')]],
  [' A ; B ; C ', [row('A', 'B', 'C')]],
  ['A,B,C\n\nD,E,F', [row('A', 'B', 'C'), row('D', 'E', 'F')]],
  [
    'A\tB\tC\tYes\nD\tE\tF\tno\nG\tH\tI\t1',
    [row('A', 'B', 'C', true), row('D', 'E', 'F'), row('G', 'H', 'I', true)],
  ],
  ['Book Code\tChapter Code\tText Item Code\nA\tB\tC', [row('A', 'B', 'C')]],
  ['"A","B","C"', [row('A', 'B', 'C')]],
  ['A\tB\tC\t\t\t', [row('A', 'B', 'C')]],
  ['A\t\tC', [row('A', '', 'C')]],
  ['', []],
])('reads %j', (text, rows) => {
  expect(parseRows(text)).toEqual({ rows });
});

it.each([
  ['A\tB', [1]],
  ['A\tB\tC\nD\nE\tF\tG\tno\tH', [2, 3]],
])('takes nothing of %j and names the lines %j', (text, wrongLines) => {
  expect(parseRows(text)).toEqual({ wrongLines });
});

it.each([
  ['BK-000001', false],
  [' BK-000001\n', false],
  ['A\tB\tC', true],
  ['A\nB', true],
])('%j is a table: %s', (text, expected) => {
  expect(isTable(text)).toBe(expected);
});
