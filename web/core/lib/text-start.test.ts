import { describe, expect, it } from 'vitest';
import { firstCharacters, firstWords } from './text-start.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index + 1}`).join(' ');

describe('firstWords', () => {
  it('returns undefined for a text with exactly that number of words', () => {
    expect(firstWords(words(50), 50)).toBeUndefined();
  });

  it('ends after the last word that fits, without trailing space', () => {
    expect(firstWords(`${words(50)}\n\nmore`, 50)).toBe(words(50));
  });

  it('preserves paragraphs', () => {
    expect(firstWords('one\n\ntwo three', 2)).toBe('one\n\ntwo');
  });
});

describe('firstCharacters', () => {
  it('returns undefined for a text of exactly that length', () => {
    expect(firstCharacters('x'.repeat(100), 100)).toBeUndefined();
  });

  it('never splits a character', () => {
    expect(firstCharacters('📚📚📚', 2)).toBe('📚📚');
    expect(firstCharacters('👩‍👩‍👧👩‍👩‍👧', 7)).toBe('👩‍👩‍👧');
  });

  it('ends after a word, without trailing space', () => {
    expect(firstCharacters('one two three', 9)).toBe('one two');
    expect(firstCharacters('one two three', 7)).toBe('one two');
    expect(firstCharacters('one two three', 8)).toBe('one two');
  });

  it('splits a word that is longer than half the limit', () => {
    expect(firstCharacters(`A ${'x'.repeat(20)}`, 10)).toBe(`A ${'x'.repeat(8)}`);
  });
});
