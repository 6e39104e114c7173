import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 KB'],
  [10 * 1024 ** 2, '10 MB'],
  [2 * 1024 ** 3, '2 GB'],
  [5 * 1024 ** 4, '5 TB'],
])('%i reads %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
