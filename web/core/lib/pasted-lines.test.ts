import { expect, it } from 'vitest';
import { linesOf, MAX_PASTED_LINES } from './pasted-lines.ts';

it.each([
  ['BK-000001\nBK-000002', ['BK-000001', 'BK-000002']],
  ['\r\n Dune \r\n\r\nDune\rEmma\n', ['Dune', 'Emma']],
  ['"A, B"\tAda\n\tnothing', ['A, B']],
  ['', []],
])('reads %j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

it('limits the number of lines', () => {
  const text = Array.from({ length: MAX_PASTED_LINES + 1 }, (_, index) => `Line ${index}`).join('\n');
  expect(linesOf(text)).toHaveLength(MAX_PASTED_LINES);
});
