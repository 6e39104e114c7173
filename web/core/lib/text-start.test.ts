import { describe, expect, it } from 'vitest';
import { firstCharacters, firstWords } from './text-start.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index + 1}`).join(' ');

describe('firstWords', () => {
  it('leaves a text of exactly that many words alone', () => {
    expect(firstWords(words(50), 50)).toBeUndefined();
  });

  it('ends after the last word that fits, without the space behind it', () => {
    expect(firstWords(`${words(50)}\n\nmore`, 50)).toBe(words(50));
  });

  it('keeps paragraphs as they stand', () => {
    expect(firstWords('one\n\ntwo three', 2)).toBe('one\n\ntwo');
  });
});

describe('firstCharacters', () => {
  it('leaves a text of exactly that length alone', () => {
    expect(firstCharacters('x'.repeat(100), 100)).toBeUndefined();
  });

  it('never cuts a character in two', () => {
    expect(firstCharacters('📚📚📚', 2)).toBe('📚📚');
    expect(firstCharacters('👩‍👩‍👧👩‍👩‍👧', 7)).toBe('👩‍👩‍👧');
  });

  it('ends after a word, without the space behind it', () => {
    expect(firstCharacters('one two three', 9)).toBe('one two');
    expect(firstCharacters('one two three', 7)).toBe('one two');
    expect(firstCharacters('one two three', 8)).toBe('one two');
  });

  it('cuts a word that is longer than half of what may be shown', () => {
    expect(firstCharacters(`A ${'x'.repeat(20)}`, 10)).toBe(`A ${'x'.repeat(8)}`);
  });
});
