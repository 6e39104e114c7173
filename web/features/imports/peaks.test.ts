import { expect, it } from 'vitest';
import { columnsOf, levelIn } from './peaks.ts';

function headerOf(lengths: readonly number[], magic = 'LPK1'): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(64));
  [...magic].forEach((character, index) => view.setUint8(index, character.codePointAt(0) ?? 0));
  view.setUint32(4, lengths.length, true);
  lengths.forEach((length, index) => view.setUint32(8 + index * 4, length, true));
  return view.buffer;
}

it('returns the finest level that is short enough', () => {
  expect(levelIn(headerOf([8_000, 2_000, 500]))).toEqual({ start: 8_064, end: 10_063 });
  expect(levelIn(headerOf([100]))).toEqual({ start: 64, end: 163 });
  expect(levelIn(headerOf([9_000, 5_000]))).toEqual({ start: 9_064, end: 14_063 });
});

it('returns undefined for other files', () => {
  expect(levelIn(headerOf([100], 'RIFF'))).toBeUndefined();
  expect(levelIn(new ArrayBuffer(10))).toBeUndefined();
  expect(levelIn(headerOf([]))).toBeUndefined();
});

it('returns the highest value of each part', () => {
  expect(columnsOf(new Uint8Array([1, 9, 3, 4]), 2)).toEqual([9, 4]);
  expect(columnsOf(new Uint8Array([5]), 3)).toEqual([5, 5, 5]);
  expect(columnsOf(new Uint8Array(), 1)).toEqual([0]);
});
