import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '#server/testing/seed';
import { fromNamesCell, toNamesCell } from './names-cell.ts';

test.each([
  [[], ''],
  [['First line', 'Anchor, Blue'], 'First line; Anchor, Blue'],
  [['Sea; Salt', 'Anchor'], '"Sea; Salt"; Anchor'],
  [['"Sea" Press', 'The "Salt"'], '"""Sea"" Press"; The "Salt"'],
  [[';', '"', '";"'], '";"; """"; """;"""'],
])('writes %j as %j, and reads it', (names, cell) => {
  expect(toNamesCell(names)).toBe(cell);
  expect(fromNamesCell(cell)).toEqual(names);
});

test.each([
  [' First line ;; Anchor; ', ['First line', 'Anchor']],
  ['"Sea" Press; Anchor', ['"Sea" Press', 'Anchor']],
  ['"Sea; Salt', ['"Sea', 'Salt']],
  ['"  Sea\n;Salt "', ['Sea\n;Salt']],
  ['""; A', ['A']],
])('reads %j as %j', (cell, names) => expect(fromNamesCell(cell)).toEqual(names));

test('reads the names that it writes', () => {
  const name = fc
    .string({ unit: fc.constantFrom('a', ';', '"', ' ', ','), minLength: 1, maxLength: 6 })
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const property = fc.property(fc.array(name, { maxLength: 5 }), (names) => {
    expect(fromNamesCell(toNamesCell(names))).toEqual(names);
  });
  fc.assert(property, { seed, numRuns: 2_000 });
});
