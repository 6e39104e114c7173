import { expect, test } from 'vitest';
import { countryCodes, isCountry, regions } from '#contract/core/countries';
import { formatRights, isAllowed, parseRights, rightsInput } from './rights.ts';

const errorOf = (value: unknown) => rightsInput.safeParse(value).error?.issues[0]?.message;

test.each([
  ['de at CH 2026-01-01..2027-12-31 MAIN', 'DE AT CH 2026-01-01..2027-12-31 main'],
  ['WORLD, -US, -CA', 'WORLD -US -CA'],
  ['..2027-12-31 eu; DE DE', 'EU ..2027-12-31; DE'],
  ['WORLD DE backup', 'WORLD backup'],
  ['DE;;', 'DE'],
  [' ', ''],
  ['[]', ''],
  ['[{"territories":["DE"],"to":"2027-12-31"}]', 'DE ..2027-12-31'],
])('reads the text %j as %j', (text, storedText) => expect(rightsInput.parse(text)).toBe(storedText));

test('reads a list, and returns the stored text as the same list', () => {
  const rights = [
    { territories: ['DE', 'AT'], from: '2026-01-01', to: '2027-12-31', service: 'main' as const },
    { territories: ['WORLD'], except: ['US', 'CA'] },
  ];
  const storedText = 'DE AT 2026-01-01..2027-12-31 main; WORLD -US -CA';
  expect(rightsInput.parse(rights)).toBe(storedText);
  expect(parseRights(storedText)).toEqual(rights);
  expect(formatRights(parseRights(storedText))).toBe(storedText);
  expect(rightsInput.parse([{ territories: ['DE'], except: null, from: null, to: '', service: '' }])).toBe(
    'DE',
  );
  expect([rightsInput.parse(undefined), rightsInput.parse([])]).toEqual([undefined, '']);
});

test.each([
  ['DE; XX', 'Right 2: Unknown territory XX. Use ISO 3166-1 country codes, WORLD, EU, EEA, DACH, ENGLISH'],
  ['WORLD -EU', 'Right 1: Unknown territory EU. Use ISO 3166-1 country codes, WORLD, EU, EEA, DACH, ENGLISH'],
  ['main', 'Right 1: Add at least one territory'],
  ['..', 'Right 1: Add at least one territory'],
  ['DE -US', 'Right 1: Only WORLD and regions can exclude countries'],
  ['EU US -US', 'Right 1: US is both included and excluded'],
  ['DE 2026-02-30..', 'Right 1: Must be a date in the format YYYY-MM-DD'],
  ['DE 2027-01-01..2026-12-31', 'Right 1: The last day can’t be before the first day'],
  ['DE; AT; de', 'Right 3: Same as right 1'],
  [[{ territories: ['DE'], service: 'radio' }], 'Right 1: Must be one of: main, backup'],
  [{ territories: ['DE'] }, 'Must be a list of rights, or text such as DE AT 2026-01-01..2027-12-31'],
  [null, 'Must be a list of rights, or text such as DE AT 2026-01-01..2027-12-31'],
  ['[', 'Must be a list of rights, or text such as DE AT 2026-01-01..2027-12-31'],
])('rejects %j', (value, message) => expect(errorOf(value)).toBe(message));

test('limits the number of rights', () => {
  const texts = countryCodes.slice(0, 51);
  expect(rightsInput.safeParse(texts.slice(1).join(';')).success).toBe(true);
  expect(errorOf(texts.join(';'))).toBe('Must have at most 50 rights');
});

test.each([
  ['', 'TR', true],
  ['DE', 'TR', false],
  ['TR', 'TR', true],
  ['WORLD -TR', 'TR', false],
  ['WORLD -TR; TR backup', 'TR', false],
  ['WORLD -TR; TR main', 'TR', true],
  ['EU', 'DE', true],
  ['EU -DE', 'DE', false],
  ['EEA', 'NO', true],
  ['EU', 'NO', false],
  ['TR 2026-05-05..', 'TR', true],
  ['TR 2026-05-06..', 'TR', false],
  ['TR ..2026-05-05', 'TR', true],
  ['TR ..2026-05-04', 'TR', false],
])('%j allows %s: %s', (text, country, isShown) =>
  expect(isAllowed(parseRights(text), { country, day: '2026-05-05', service: 'main' })).toBe(isShown),
);

test('has the countries of ISO 3166-1, and regions of them', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(countryCodes).toHaveLength(249);
  expect(new Set(countryCodes).size).toBe(249);
  for (const code of countryCodes) expect(names.of(code), code).toBeTruthy();
  for (const { countries } of Object.values(regions)) expect(countries.every(isCountry)).toBe(true);
  expect(regions.EU.countries).toHaveLength(27);
  expect(new Set(regions.EEA.countries).size).toBe(30);
});
