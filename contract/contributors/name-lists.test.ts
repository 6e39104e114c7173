import { expect, test } from 'vitest';
import { joinNames, splitNames } from './name-lists.ts';

test.each<[string, string[]]>([
  ['', []],
  ['  ', []],
  ['Nora  Reader', ['Nora Reader']],
  ['Nora Reader; Ada Marsh ;', ['Nora Reader', 'Ada Marsh']],
  ['Nora Reader & Ada Marsh', ['Nora Reader', 'Ada Marsh']],
  ['Nora Reader, Ada Marsh', ['Nora Reader', 'Ada Marsh']],
  ['Nora Reader, nora reader', ['Nora Reader']],
  ['Marsh, Ada', ['Marsh, Ada']],
  ['Le Guin, Ursula K.', ['Le Guin, Ursula K.']],
  ['de la Mare, Walter John', ['de la Mare, Walter John']],
  ['Nora Reader, Jr.', ['Nora Reader, Jr.']],
  ['Marsh, Ada; Reader, Nora', ['Marsh, Ada', 'Reader, Nora']],
  ['AT&T Voices', ['AT&T Voices']],
  ['Full cast', ['Full cast']],
])('splits %j', (text, names) => expect(splitNames(text)).toEqual(names));

test.each<[string[], string]>([
  [[], ''],
  [['Nora Reader', 'Ada Marsh'], 'Nora Reader, Ada Marsh'],
  [['Marsh, Ada', 'Nora Reader'], 'Marsh, Ada; Nora Reader'],
  [['Madonna', 'Nora Reader'], 'Madonna; Nora Reader'],
])('joins %j', (names, text) => {
  expect(joinNames(names)).toBe(text);
  expect(splitNames(text)).toEqual(names);
});
