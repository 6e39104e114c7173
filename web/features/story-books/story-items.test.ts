import { expect, it } from 'vitest';
import {
  canValidate,
  checked,
  type ItemRow,
  marked,
  newRow,
  referenceOf,
  refused,
  toPayload,
  toRows,
  withCodes,
} from './story-items.ts';

const codes = { book_code: 'BK-000001', chapter_code: 'CH-01', text_item_code: 'T-01' };
const valid: ItemRow = { ...newRow(codes), validation: { state: 'valid', bookName: 'Tides' } };

it('begins with stored items as validated where the server found their book', () => {
  const [found, lost] = toRows([
    { ...codes, is_featured: true, book: { name: 'Tides' } },
    { ...codes, is_featured: false, book: null },
  ]);
  expect(found).toMatchObject({ ...codes, is_featured: true, validation: valid.validation });
  expect(lost?.validation).toEqual({ state: 'unvalidated' });
});

it('forgets a check when a code is edited', () => {
  expect(withCodes(valid, { chapter_code: 'CH-02' })).toMatchObject({
    chapter_code: 'CH-02',
    validation: { state: 'unvalidated' },
  });
});

it.each([
  [{}, true],
  [{ book_code: ' ' }, false],
  [{ text_item_code: '' }, false],
  [{ validation: { state: 'checking' } as const }, false],
  [{ validation: { state: 'invalid', message: 'x' } as const }, true],
])('a row with %j can be validated: %s', (changes, expected) => {
  expect(canValidate({ ...valid, ...changes })).toBe(expected);
});

it('takes a check for the codes that were checked only', () => {
  const row = newRow(codes);
  const sent = referenceOf(row);
  expect(checked(row, sent, valid.validation).validation).toBe(valid.validation);
  const edited = withCodes(row, { book_code: 'BK-000002' });
  expect(checked(edited, sent, valid.validation)).toBe(edited);
});

it('marks for a refused save what has no good check, and leaves the reason of a bad one', () => {
  const bad: ItemRow = {
    ...newRow(codes),
    validation: { state: 'invalid', message: 'There is no such book.' },
  };
  expect(marked([valid, newRow(codes), bad]).map(({ validation }) => validation)).toEqual([
    valid.validation,
    { state: 'invalid', message: 'Item must be validated' },
    bad.validation,
  ]);
});

it("finds the rows of the server's sentences", () => {
  const rows = Array.from({ length: 12 }, () => valid);
  const after = refused(rows, {
    title: 'x',
    'story_items.1.chapter_code': 'Gone',
    'story_items.11.book_code': 'No',
  });
  expect(after.map(({ validation }) => ('message' in validation ? validation.message : ''))).toEqual(
    Array.from({ length: 12 }, (_, index) => ({ 1: 'Gone', 11: 'No' })[index] ?? ''),
  );
});

it('sends trimmed codes and the feature', () => {
  expect(toPayload([{ ...valid, book_code: ' BK-000001 ', is_featured: true }])).toEqual([
    { ...codes, is_featured: true },
  ]);
});
