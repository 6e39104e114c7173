import { expect, it } from 'vitest';
import { books } from '#contract/books/books';
import { challenges } from '#contract/challenges/challenges';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { plainTexts } from './plain-texts.ts';

it('derives the plain texts of a resource from its schemas', () => {
  expect(plainTexts(books).keys).toEqual(expect.arrayContaining(['description', 'name', 'narrator']));
  expect(plainTexts(challenges).keys.toSorted()).toEqual(['description', 'title']);
  expect(plainTexts(mobileConfigs).keys).toEqual(['title']);
});

it('starts with the texts of an item or blank texts, and trims the sent values', () => {
  const texts = plainTexts(mobileConfigs);
  const config = { id: 1, title: 'Autumn', is_main_service: true, config: [] };
  expect(texts.of(config)).toEqual({ title: 'Autumn' });
  expect(texts.of(undefined)).toEqual({ title: '' });
  expect(texts.trimmed({ title: ' A ' })).toEqual({ title: 'A' });
});

it('omits texts without a form field', () => {
  expect(plainTexts(books, ['narrator']).keys).not.toContain('narrator');
});
