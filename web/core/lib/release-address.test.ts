import { expect, it } from 'vitest';
import { inRelease, releaseOfAddress } from './release-address.ts';

it.each([
  ['', undefined],
  ['?release=5', 5],
  ['?page=2&release=12', 12],
  ['?release=0', undefined],
  ['?release=abc', undefined],
  ['?release=live', undefined],
])('reads the release of %j', (search, release) => {
  expect(releaseOfAddress(search)).toBe(release);
});

it.each([
  ['', undefined, ''],
  ['?page=2', undefined, '?page=2'],
  ['', 5, '?release=5'],
  ['?page=2', 5, '?page=2&release=5'],
  ['?release=7', 5, '?release=7'],
  ['?release=live', 5, ''],
  ['?page=2&release=live', 5, '?page=2'],
])('opens %j from release %s at %j', (search, selected, result) => {
  expect(inRelease(search, selected)).toBe(result);
});
