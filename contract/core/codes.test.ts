import { expect, test } from 'vitest';
import { plainCode } from './codes.ts';

test.each([
  ['a zero-width space', 'BK-\u200B000001', 'BK-000001'],
  ['a byte order mark', '\uFEFFBK-000001', 'BK-000001'],
  ['a soft hyphen and a joiner', 'so\u00ADfi\u200Da', 'sofia'],
  ['a mark after its letter', 'cafe\u0301', 'café'],
  ['an invisible character between letter and mark', 'cafe\u200C\u0301', 'café'],
  ['a direction mark and a variation selector', '\u200Fx\uFE0F', 'x'],
  ['spaces around', ' \u200B a b \u2060 ', 'a b'],
  ['nothing to see', '\u200B\u2060', ''],
])('a code with %s is the plain one', (_what, code, plain) => {
  expect(plainCode(code)).toBe(plain);
  expect(plainCode(plain)).toBe(plain);
});

test('case and accents tell codes apart', () => {
  expect(plainCode('Café')).not.toBe(plainCode('café'));
  expect(plainCode('cafe')).not.toBe(plainCode('café'));
});
