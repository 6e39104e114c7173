import { expect, test } from 'vitest';
import { contributorNameKey } from './contributor-names.ts';

test.each([
  ['  Ada \t Lovelace ', 'ADA LOVELACE', true],
  ['İPEK', 'ipek', true],
  ['IPEK', 'ipek', true],
  ['I\u0307PEK', 'ipek', true],
  ['İPEK', 'İPEK'.toLowerCase(), true],
  ['IŞIK', 'ışık', false],
  ['Ali Sari', 'Alı Sarı', false],
  ['José', 'Jose\u0301', true],
  ['José', 'Jose', false],
  ['Güneş', 'Gunes', false],
  ['finn 1', 'ﬁnn ①', false],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς', true],
])('compares %j and %j as one author: %j', (a, b, isOne) =>
  expect(contributorNameKey(a) === contributorNameKey(b)).toBe(isOne),
);
