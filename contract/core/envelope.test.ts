import { describe, expect, test } from 'vitest';
import { readItem, readMessage, readPage, readSuccess } from './envelope.ts';

const row = { id: 7 };

describe('readPage reads every list format of the specification:', () => {
  test.each([
    ['ours', { data: { items: [row], total: 31, objects: { total: 31 } } }, 1, 31],
    ['data.items with data.total', { data: { items: [row], total: 31 } }, 1, 31],
    ['data.items with data.objects.total', { data: { items: [row], objects: { total: 31 } } }, 1, 31],
    [
      'data.objects.total before data.total',
      { data: { items: [row], total: 1, objects: { total: 31 } } },
      1,
      31,
    ],
    ['items beside a total', { items: [row], total: 31 }, 1, 31],
    ['items beside objects.total', { items: [row], objects: { total: 31 } }, 1, 31],
    ['an array in data', { data: [row, row] }, 2, 2],
    ['an array in data with an outer total', { data: [row], total: 31 }, 1, 31],
    ['a total as text', { data: { items: [row], total: '31' } }, 1, 31],
    ['a blank total', { data: { items: [row], total: '' } }, 1, 1],
    ['a negative total', { data: { items: [row], total: -1 } }, 1, 1],
    ['no total', { data: { items: [row, row] } }, 2, 2],
    ['nothing', null, 0, 0],
    ['text', 'oops', 0, 0],
    ['items that are not a list', { data: { items: 'oops' } }, 0, 0],
  ])('%s', (_shape, response, length, total) => {
    const page = readPage(response);
    expect(page.items).toHaveLength(length);
    expect(page.total).toBe(total);
  });
});

describe('readMessage returns only a message of the body:', () => {
  test.each([
    [{ message: ' No. ' }, 'No.'],
    [{ message: '' }, undefined],
    [{ message: 5 }, undefined],
    ['Bad Gateway', undefined],
    [null, undefined],
  ])('%j', (response, message) => expect(readMessage(response)).toBe(message));
});

test('readSuccess returns false only for an explicit false', () => {
  expect([
    readSuccess({ success: false }),
    readSuccess({ success: true }),
    readSuccess({}),
    readSuccess(null),
  ]).toEqual([false, true, true, true]);
});

test('readItem returns a saved item, or undefined without one', () => {
  expect(readItem({ data: row })).toEqual(row);
  expect(readItem({ data: null })).toBeUndefined();
  expect(readItem({ success: true })).toBeUndefined();
  expect(readItem({ data: [row] })).toBeUndefined();
});
