import { expect, it } from 'vitest';
import { books } from '#contract/resources/books';
import { challenges } from '#contract/resources/challenges';
import { mobileConfigs } from '#contract/resources/mobile-configs';
import { fakeBook } from '../testing/fake-records.ts';
import { plainTexts } from './plain-texts.ts';

it('knows the plain texts of a resource from its schemas', () => {
  expect(plainTexts(books).keys.toSorted()).toEqual(['description', 'name', 'narrator']);
  expect(plainTexts(challenges).keys.toSorted()).toEqual(['description', 'title']);
  expect(plainTexts(mobileConfigs).keys).toEqual(['title']);
});

it('begins with the texts of an item, or with blank ones, and trims what is sent', () => {
  const texts = plainTexts(books, ['narrator']);
  expect(texts.of(fakeBook(7))).toEqual({ name: 'Book 7', description: 'About book 7.' });
  expect(texts.of(undefined)).toEqual({ name: '', description: '' });
  expect(texts.trimmed({ name: ' A ', description: '\n' })).toEqual({ name: 'A', description: '' });
});
