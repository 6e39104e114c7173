import { expect, it } from 'vitest';
import { books } from '#contract/books/books';
import { challenges } from '#contract/challenges/challenges';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { textFields } from './plain-texts.ts';

it('derives the plain texts of a resource from its schemas', () => {
  expect(textFields(books).keys).toEqual(expect.arrayContaining(['description', 'name', 'narrator']));
  expect(textFields(challenges).keys.toSorted()).toEqual(['description', 'title']);
  expect(textFields(mobileConfigs).keys).toEqual(['title']);
});

it('starts with the texts of an item or blank texts, and trims the sent values', () => {
  const texts = textFields(mobileConfigs);
  const config = { id: 1, title: 'Autumn', is_main_service: true, config: [] };
  expect(texts.of(config)).toEqual({ title: 'Autumn' });
  expect(texts.of(undefined)).toEqual({ title: '' });
  expect(texts.trimmed({ title: ' A ' })).toEqual({ title: 'A' });
});

it('omits texts without a form field', () => {
  expect(textFields(books, ['narrator']).keys).not.toContain('narrator');
});
