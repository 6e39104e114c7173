import { expect, test } from 'vitest';
import { proposedSortName } from './sort-name.ts';

test.each([
  ['Ursula K. Le Guin', 'Le Guin, Ursula K.'],
  [' Ada  Marsh ', 'Marsh, Ada'],
  ['Ludwig van der Rohe', 'van der Rohe, Ludwig'],
  ['J.R.R. Tolkien', 'Tolkien, J.R.R.'],
  ['Martin Luther King Jr.', 'King, Martin Luther, Jr.'],
  ['Ödön von Horváth', 'von Horváth, Ödön'],
  ['De Staël', 'Staël, De'],
])('proposes for %j %j', (name, sortName) => expect(proposedSortName(name)).toBe(sortName));

test.each(['', 'Voltaire', 'Marsh, Ada', '村上 春樹', '김 영하'])('proposes nothing for %j', (name) =>
  expect(proposedSortName(name)).toBe(''),
);
