import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginningsOf, foldName, foldText, isFound, searchKeyOf, slugOf } from './folding.ts';

describe('foldText', () => {
  test.each([
    ['IŞIK', 'isik'],
    ['ışık', 'isik'],
    ['İSTANBUL', 'istanbul'],
    ['Iğdır', 'igdir'],
    ['Ümit Öğün Çağ', 'umit ogun cag'],
    ['CORAÇÃO', 'coracao'],
    ['São João', 'sao joao'],
    ['Señor Ñandú', 'senor nandu'],
    ['pingüino', 'pinguino'],
    ['e\u0301', 'e'],
    ['  a \t b\n', 'a b'],
    ['ﬁn', 'fin'],
    ['Å', 'a'],
    ['日本語', '日本語'],
  ])('%j is compared as %j', (text, folded) => expect(foldText(text)).toBe(folded));

  test('folding twice changes nothing, and case never matters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
    for (const text of ['ıİiI', 'ÇĞÖŞÜ', 'ÃÕÊ', 'ÑÁÉ']) {
      expect(foldText(text.toUpperCase())).toBe(foldText(text.toLowerCase()));
    }
  });
});

describe('foldName', () => {
  test.each([
    ['Aylin  IŞIK ', 'aylın ışık', true],
    ['İPEK', 'ipek', true],
    ['José', 'Jose\u0301', true],
    ['José', 'Jose', false],
    ['Güneş', 'Gunes', false],
  ])('%j and %j are one person: %j', (a, b, isOne) => expect(foldName(a) === foldName(b)).toBe(isOne));
});

test.each([
  ['Çocuk', 'cocuk'],
  ['Çocuk Kitapları!', 'cocuk-kitaplari'],
  ['  --  ', ''],
  ['Ciência & Ficção', 'ciencia-ficcao'],
  ['日本', '日本'],
])('the slug of %j is %j', (name, slug) => expect(slugOf(name)).toBe(slug));

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
