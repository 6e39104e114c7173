import { expect, test } from 'vitest';
import { NUMBER, RARE, classifyLetters, isPlainLetter } from './letter-classes.ts';

const [letters, others] = ['the tea '.repeat(60), 'hat 7 ê'].map((text) => [...text]);

test('a letter has a class of its own beside a neighbour that it often has, and falls back to itself', () => {
  const { parents, classOf } = classifyLetters([letters ?? [], others ?? []]);
  const [beforeH, beforeE] = [classOf(letters ?? [], 0), classOf(letters ?? [], 4)];
  expect(beforeH).not.toBe(beforeE);
  expect(parents[beforeH]).toBe(parents[beforeE]);
  expect(isPlainLetter(parents, beforeH)).toBe(false);
  expect(parents.every((parent, audio) => parent <= audio)).toBe(true);
  expect(classOf(others ?? [], 4)).toBe(NUMBER);
  expect(isPlainLetter(parents, NUMBER)).toBe(false);
});

test('a letter that is too rare is taken for the one below its marks, or for any', () => {
  const { parents, classOf } = classifyLetters([letters ?? [], others ?? []]);
  expect(parents[classOf(['ê'], 0)]).toBe(parents[classOf(['e'], 0)]);
  expect(classOf(['q'], 0)).toBe(RARE);
});

test('a book of many letters has classes that fit into a byte', () => {
  const many = Array.from({ length: 400 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  const { parents, classOf } = classifyLetters(Array.from({ length: 50 }, () => many));
  expect(parents.length).toBeLessThan(256);
  expect(many.every((_, place) => classOf(many, place) < parents.length)).toBe(true);
});
