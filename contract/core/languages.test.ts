import { expect, test } from 'vitest';
import { languageFromFilter, languageLabel, languageShortCode } from './languages.ts';

test('returns labels and short codes of the four languages, and unknown for other codes', () => {
  expect([1, 2, 3, 4].map(languageLabel)).toEqual(['Turkish', 'Portuguese', 'English', 'Spanish']);
  expect([1, 2, 3, 4].map(languageShortCode)).toEqual(['tr', 'pt', 'en', 'es']);
  expect(languageLabel(9)).toBe('Unknown Language');
  expect(languageLabel(null)).toBe('Unknown Language');
  expect(languageShortCode(9)).toBeUndefined();
  expect([languageFromFilter('tr'), languageFromFilter('9'), languageFromFilter('zz')]).toEqual([1, 9, 0]);
});
