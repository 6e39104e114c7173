import { expect, it } from 'vitest';
import {
  canValidate,
  changeRow,
  finishCheck,
  startCheck,
  fieldOf,
  newRow,
  restoreStoryValues,
  rowErrors,
  type StoryRow,
  toItems,
  toRows,
  toValues,
  type Validation,
} from './story-items.ts';

const codes = { book_code: 'BK-000001', chapter_code: 'ch-1', text_item_code: 't-1' };
const valid: Validation = { state: 'valid', bookName: 'Tides' };
const row = (changes: Partial<StoryRow> = {}): StoryRow => ({ ...newRow(codes), ...changes });

it('treats stored items with a book as validated, and sends them unchanged', () => {
  const items = [
    { ...codes, is_featured: true, book: { name: 'Tides' } },
    { ...codes, is_featured: false, book: null },
  ];
  const rows = toRows(items);
  expect(rows.map(({ validation }) => validation)).toEqual([valid, { state: 'unvalidated' }]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  expect(toItems(rows)).toEqual(items.map(({ book: _read, ...item }) => item));
});

it('sends codes without surrounding blanks', () => {
  expect(toItems([row({ book_code: ' BK-000001 ' })])).toEqual([{ ...codes, is_featured: false }]);
});

it.each([
  [{}, true],
  [{ text_item_code: ' ' }, false],
  [{ book_code: '' }, false],
  [{ validation: { state: 'checking' } as const }, false],
  [{ validation: { state: 'invalid', message: 'No' } as const }, true],
])('offers the check of a row with %j: %s', (changes, expected) => {
  expect(canValidate(row(changes))).toBe(expected);
});

it.each([
  [{ chapter_code: 'ch-2' }, 'unvalidated'],
  [{ chapter_code: 'ch-1' }, 'valid'],
  [{ is_featured: true }, 'valid'],
])('sets the validation after the change %j to %s', (change, state) => {
  expect(changeRow(row({ validation: valid }), change).validation.state).toBe(state);
});

it('checks a complete row, and reports the missing fields of an incomplete one', () => {
  expect(startCheck(row()).validation).toEqual({ state: 'checking' });
  expect(startCheck(row({ chapter_code: '' })).validation).toEqual({
    state: 'invalid',
    message: 'All fields are required',
  });
});

it('applies the result of a check only to the requested codes', () => {
  const runningRow = startCheck(row());
  expect(finishCheck(runningRow, codes, valid).validation).toEqual(valid);
  const editedRow = changeRow(runningRow, { book_code: 'BK-000002' });
  expect(finishCheck(editedRow, codes, valid)).toBe(editedRow);
  const again = startCheck(editedRow);
  expect(finishCheck(again, codes, valid)).toBe(again);
});

it('prevents saving rows that are not validated, or were rejected by the server', () => {
  const good = row({ validation: valid });
  const validRow = row({ validation: valid });
  const waitingRow = startCheck(row());
  expect(rowErrors([good, validRow, waitingRow], { [validRow.key]: 'Gone' })).toEqual({
    [validRow.key]: 'Gone',
    [waitingRow.key]: 'Item must be validated',
  });
  expect(rowErrors([good])).toEqual({});
});

it('returns the row of a contract path', () => {
  const rows = [row(), row()];
  const values = { ...toValues(undefined), story_items: rows };
  const paths = [
    'story_items.1.book_code',
    'story_items.1',
    'story_items.7.book_code',
    'story_items',
    'title',
  ];
  const key = rows[1]?.key;
  expect(paths.map((path) => fieldOf(path, values))).toEqual([key, key, undefined, undefined, 'title']);
});

it('discards running checks when an autosave is restored', () => {
  const values = { ...toValues(undefined), story_items: [startCheck(row()), row({ validation: valid })] };
  expect(restoreStoryValues(values).story_items.map(({ validation }) => validation.state)).toEqual([
    'unvalidated',
    'valid',
  ]);
});
