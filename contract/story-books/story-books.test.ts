import { expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { storyBooks, storyReference } from './story-books.ts';

const codes = { book_code: 'BK-1', chapter_code: 'C1', text_item_code: 'T1' };
const errorsOf = (input: object) => {
  const { error } = storyBooks.create.safeParse({ title: 'Story', ...input });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};

test.each<[string, object, Record<string, string>]>([
  ['without a title', { title: '' }, { title: 'Title is required' }],
  [
    'with a blank field',
    { story_items: [codes, { ...codes, chapter_code: ' ' }] },
    { 'story_items.1.chapter_code': 'All fields are required' },
  ],
  [
    'with an empty item',
    { story_items: [{}] },
    {
      'story_items.0.book_code': 'All fields are required',
      'story_items.0.chapter_code': 'All fields are required',
      'story_items.0.text_item_code': 'All fields are required',
    },
  ],
  [
    'with a code that is too long',
    { story_items: [{ ...codes, book_code: 'x'.repeat(limits.maxCodeLength + 1) }] },
    { 'story_items.0.book_code': 'Must be at most 120 characters' },
  ],
  [
    'with too many items',
    { story_items: Array.from({ length: limits.maxListLength + 1 }, () => codes) },
    { story_items: `Must have at most ${limits.maxListLength} entries` },
  ],
])('rejects a story book %s', (_what, input, errors) => {
  expect(errorsOf(input)).toEqual(errors);
});

test.each<[string, unknown, boolean | undefined]>([
  ['yes', true, true],
  ['yes as text', 'true', true],
  ['no', 0, false],
  ['nothing', undefined, undefined],
  ['another text', 'maybe', undefined],
])('parses is_featured from %s', (_what, is_featured, parsedValue) => {
  const { story_items } = storyBooks.create.parse({ title: 'S', story_items: [{ ...codes, is_featured }] });
  expect(story_items?.[0]?.is_featured).toBe(parsedValue);
});

test('preserves the order and duplicates of items, and leaves absent items out', () => {
  expect(storyBooks.update.parse({ id: 1 })).toEqual({ id: 1 });
  const other = { ...codes, text_item_code: 'T2' };
  const { story_items } = storyBooks.update.parse({ id: 1, story_items: [other, codes, other] });
  expect(story_items?.map(({ text_item_code }) => text_item_code)).toEqual(['T2', 'T1', 'T2']);
});

test('accepts IDs in a reference', () => {
  expect(storyReference.parse({ book_code: 1, chapter_code: '2', text_item_code: ' 3 ' })).toEqual({
    book_code: '1',
    chapter_code: '2',
    text_item_code: '3',
  });
});
