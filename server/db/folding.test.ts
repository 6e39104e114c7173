import { describe, expect, test } from 'vitest';
import { beginningsOf, foldName, isFound, searchKeyOf } from './folding.ts';

describe('foldName', () => {
  test.each([
    ['Aylin  IŞIK ', 'aylın ışık', true],
    ['İPEK', 'ipek', true],
    ['José', 'Jose\u0301', true],
    ['José', 'Jose', false],
    ['Güneş', 'Gunes', false],
  ])('%j and %j are one person: %j', (a, b, isOne) => expect(foldName(a) === foldName(b)).toBe(isOne));
});

test('short searches find beginnings of words, longer ones any part', () => {
  const key = searchKeyOf('(New) Straße d’Été', 'BK-000123');
  expect(key).toBe('(new) straße d’ete bk-000123');
  for (const found of [
    'n',
    'ne',
    '(',
    '(n',
    's',
    'st',
    'd',
    'e',
    'et',
    'b',
    'bk',
    '0',
    '00',
    'raß',
    'e d',
    '-000',
  ])
    expect([found, isFound(key, found)]).toEqual([found, true]);
  for (const missed of ['w', 'tr', '-', '1', 'xyz', 'ete  bk'])
    expect([missed, isFound(key, missed)]).toEqual([missed, false]);
  expect(new Set(beginningsOf(key).split(' ')).size).toBe(beginningsOf(key).split(' ').length);
});
