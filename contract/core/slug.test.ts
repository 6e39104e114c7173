import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, slugOf } from './slug.ts';
import { seed } from '#server/testing/seed';

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
  ])('folds %j to %j', (text, foldedText) => expect(foldText(text)).toBe(foldedText));

  test('is idempotent and ignores case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { seed },
    );
    for (const text of ['ıİiI', 'ÇĞÖŞÜ', 'ÃÕÊ', 'ÑÁÉ']) {
      expect(foldText(text.toUpperCase())).toBe(foldText(text.toLowerCase()));
    }
  });
});

test.each([
  ['Çocuk', 'cocuk'],
  ['Çocuk Kitapları!', 'cocuk-kitaplari'],
  ['  --  ', ''],
  ['Ciência & Ficção', 'ciencia-ficcao'],
  ['日本', '日本'],
  [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
  [`${'a'.repeat(99)}𝔸𠮷`, `${'a'.repeat(99)}a`],
  [`${'a'.repeat(99)}𠮷`, 'a'.repeat(99)],
])('makes the slug of %j: %j', (name, slug) => expect(slugOf(name)).toBe(slug));
