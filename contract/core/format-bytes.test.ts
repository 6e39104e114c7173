import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1500, '1.5 KB'],
  [999_999, '1 MB'],
  [10 * 1024 ** 2, '10.5 MB'],
  [2_000_000_000, '2 GB'],
  [5_000_000_000_000, '5 TB'],
  [5_000_000_000_000_000, '5000 TB'],
])('formats %i as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
