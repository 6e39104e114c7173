import { expect, test } from 'vitest';
import { formatIsni, isIsni, plainIsni } from './isni.ts';

test.each([
  '0000 0001 2103 2683',
  '0000-0001-2150-090X',
  '000000012150090x',
  'https://isni.org/isni/0000000121032683',
  'ISNI: 0000 0001 2281 955X',
  ' https://orcid.org/0000-0002-1825-0097 ',
])('accepts %j', (text) => expect(isIsni(plainIsni(text))).toBe(true));

test.each([
  '',
  '0000 0001 2103 2684',
  '0000 0001 2150 0900',
  '0000 0001 2103',
  'X000000121032683',
  '00000001210326830',
])('rejects %j', (text) => expect(isIsni(plainIsni(text))).toBe(false));

test('formats in groups of four', () => expect(formatIsni('000000012150090X')).toBe('0000 0001 2150 090X'));
