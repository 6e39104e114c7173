import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedIds } from './sorted-ids.ts';
import { seed } from '#server/testing/seed';

const entries = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 200 }), key: fc.nat(5) }), {
  selector: ({ id }) => id,
});

test.each([true, false])('keeps its order after any change, with keys: %j', (hasKeys) => {
  const inOrder = (list: readonly { id: number; key: number }[]) =>
    list.toSorted((a, b) => (hasKeys ? a.key - b.key : 0) || a.id - b.id);
  fc.assert(
    fc.property(entries, entries, (start, changes) => {
      const sortedIds = inOrder(start);
      const ids = new SortedIds(
        Uint32Array.from(sortedIds, ({ id }) => id),
        hasKeys ? Uint32Array.from(sortedIds, ({ key }) => key) : undefined,
      );
      const plain = new Map(start.map((entry) => [entry.id, entry]));
      for (const change of changes) {
        ids.remove(change.id);
        plain.delete(change.id);
        if (change.key === 0) continue;
        ids.insert(change.id, change.key);
        plain.set(change.id, change);
      }
      const expected = inOrder([...plain.values()]).map(({ id }) => id);
      expect(ids.length).toBe(expected.length);
      expect(ids.slice(0, 1_000, 'asc')).toEqual(expected);
      expect(ids.slice(2, 3, 'desc')).toEqual(expected.toReversed().slice(2, 5));
    }),
    { seed },
  );
});

test.each([true, false])(
  'applies many changes with the same result as single ones, with keys: %j',
  (hasKeys) => {
    const inOrder = (list: readonly { id: number; key: number }[]) =>
      list.toSorted((a, b) => (hasKeys ? a.key - b.key : 0) || a.id - b.id);
    fc.assert(
      fc.property(entries, entries, (start, changes) => {
        const sortedIds = inOrder(start);
        const ids = new SortedIds(
          Uint32Array.from(sortedIds, ({ id }) => id),
          hasKeys ? Uint32Array.from(sortedIds, ({ key }) => key) : undefined,
        );
        const changedIds = new Set(changes.map(({ id }) => id));
        const otherChanges = changes.filter(({ key }) => key > 0);
        ids.replace(changedIds, otherChanges);
        const expected = inOrder([...start.filter(({ id }) => !changedIds.has(id)), ...otherChanges]);
        expect(ids.length).toBe(expected.length);
        expect(ids.slice(0, 1_000, 'asc')).toEqual(expected.map(({ id }) => id));
      }),
      { seed },
    );
  },
);
