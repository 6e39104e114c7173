import { expect, test } from 'vitest';
import { isRecentEnough } from './node-version.mjs';

test.each([
  ['20.20.2', false],
  ['22.21.9', false],
  ['22.22.0', true],
  ['23.0.0', true],
  ['24.21.0', true],
])('Node %s: %s', (version, expected) => {
  expect(isRecentEnough(version)).toBe(expected);
});
