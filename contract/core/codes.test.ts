import { expect, test } from 'vitest';
import { plainCode } from './codes.ts';

test.each([
  ['a zero-width space', 'BK-\u200B000001', 'BK-000001'],
  ['a byte order mark', '\uFEFFBK-000001', 'BK-000001'],
  ['a soft hyphen and a joiner', 'so\u00ADfi\u200Da', 'sofia'],
  ['a combining accent', 'cafe\u0301', 'café'],
  ['an invisible character before a combining accent', 'cafe\u200C\u0301', 'café'],
  ['a direction mark and a variation selector', '\u200Fx\uFE0F', 'x'],
  ['surrounding spaces', ' \u200B a b \u2060 ', 'a b'],
  ['invisible characters only', '\u200B\u2060', ''],
])('normalizes a code with %s', (_what, code, plain) => {
  expect(plainCode(code)).toBe(plain);
  expect(plainCode(plain)).toBe(plain);
});

test('distinguishes case and accents', () => {
  expect(plainCode('Café')).not.toBe(plainCode('café'));
  expect(plainCode('cafe')).not.toBe(plainCode('café'));
});
