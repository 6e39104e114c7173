import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RankedBits, toOrderedIds } from './ranked-bits.ts';
import { SortedIds } from './sorted-ids.ts';
import { seed } from '#server/testing/seed';

const entries = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 5_000 }), key: fc.nat(3) }), {
  selector: ({ id }) => id,
  maxLength: 300,
});
const page = fc.record({
  offset: fc.nat(320),
  limit: fc.nat(320),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

test.each([true, false])('returns the pages of a sorted list after any changes, with keys: %j', (hasKeys) => {
  fc.assert(
    fc.property(entries, fc.array(entries, { maxLength: 4 }), fc.array(page), (start, changes, pages) => {
      const sortedEntries = start.toSorted((a, b) => (hasKeys ? a.key - b.key : 0) || a.id - b.id);
      const ids = Uint32Array.from(sortedEntries, ({ id }) => id);
      const keys = hasKeys ? Uint32Array.from(sortedEntries, ({ key }) => key) : undefined;
      const bits = new RankedBits(ids, keys);
      const sortedIds = new SortedIds(ids, keys);
      for (const change of changes) {
        const changedIds = new Set(change.map(({ id }) => id));
        const insertions = change.flatMap(({ id, key }) => (key > 1 ? { id, key: hasKeys ? key : 0 } : []));
        bits.replace(changedIds, insertions);
        sortedIds.replace(changedIds, insertions);
      }
      expect(bits.length).toBe(sortedIds.length);
      for (const { offset, limit, direction } of [
        ...pages,
        { offset: 0, limit: 9_999, direction: 'asc' as const },
      ])
        expect(bits.slice(offset, limit, direction)).toEqual(sortedIds.slice(offset, limit, direction));
    }),
    { seed },
  );
});

const firstIds = (count: number) => Uint32Array.from({ length: count }, (_, index) => index + 1);

test('needs a thirtieth of the memory for a list of all books', () => {
  const ids = firstIds(100_000);
  expect(toOrderedIds(ids, undefined).bytes).toBeLessThan(ids.byteLength / 30);
  const keys = new Uint32Array(100_000).fill(7);
  expect(toOrderedIds(ids, keys).bytes).toBeLessThan((2 * ids.byteLength) / 30);
});

test('stores a list with a small part of all books as ids', () => {
  const ids = Uint32Array.from({ length: 100 }, (_, index) => index * 1_000);
  expect(toOrderedIds(ids, undefined)).toBeInstanceOf(SortedIds);
  expect(toOrderedIds(new Uint32Array(), undefined)).toBeInstanceOf(SortedIds);
});
