import { expect, test } from 'vitest';
import { NUMBER, RARE, classifyLetters, isPlainLetter } from './letter-classes.ts';

const [letters, others] = ['the tea '.repeat(60), 'hat 7 ê'].map((text) => [...text]);

test('creates a separate class for a letter beside a frequent neighbour, with the letter as parent', () => {
  const { parents, classOf } = classifyLetters([letters ?? [], others ?? []]);
  const [beforeH, beforeE] = [classOf(letters ?? [], 0), classOf(letters ?? [], 4)];
  expect(beforeH).not.toBe(beforeE);
  expect(parents[beforeH]).toBe(parents[beforeE]);
  expect(isPlainLetter(parents, beforeH)).toBe(false);
  expect(parents.every((parent, audio) => parent <= audio)).toBe(true);
  expect(classOf(others ?? [], 4)).toBe(NUMBER);
  expect(isPlainLetter(parents, NUMBER)).toBe(false);
});

test('replaces a rare letter by its base letter, or by any letter', () => {
  const { parents, classOf } = classifyLetters([letters ?? [], others ?? []]);
  expect(parents[classOf(['ê'], 0)]).toBe(parents[classOf(['e'], 0)]);
  expect(classOf(['q'], 0)).toBe(RARE);
});

test('limits the classes of a book with many letters to one byte', () => {
  const many = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  const { parents, classOf } = classifyLetters(Array.from({ length: 50 }, () => many));
  expect(parents.length).toBeLessThan(256);
  expect(many.every((_, position) => classOf(many, position) < parents.length)).toBe(true);
});
