import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumbers } from './id-list.ts';
import { seed } from '#server/testing/seed';

test('parses numbers from one text', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (numbers) => {
      expect([...readNumbers(numbers.join())]).toEqual(numbers);
    }),
    { seed },
  );
});
