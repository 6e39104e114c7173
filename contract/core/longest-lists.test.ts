import { expect, test } from 'vitest';
import type { z } from 'zod';
import { limits } from './limits.ts';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { storyBooks } from '#contract/story-books/story-books';

const reference = { chapter_code: 'C', text_item_code: 'T' };
const challenge = { title: 'x', description: 'x', day_count: 1 };
const block = { title: 'b', type: 'categories', data: 1 };

const rows: [string, z.ZodType, (index: number) => unknown, object, number][] = [
  ['book_codes', collections.create, (index) => `BK-${index}`, { title: 'x' }, limits.maxListLength],
  ['items', challenges.create, (index) => ({ book_code: `BK-${index}` }), challenge, limits.maxListLength],
  [
    'story_items',
    storyBooks.create,
    (index) => ({ ...reference, book_code: index }),
    { title: 'x' },
    limits.maxListLength,
  ],
  ['config', mobileConfigs.create, () => block, { title: 'x' }, limits.maxConfigBlocks],
];

test.each(rows)(
  'accepts the longest list of %s and rejects a longer one',
  (field, schema, createItem, rest, max) => {
    const list = Array.from({ length: max + 1 }, (_, index) => createItem(index));
    expect(schema.parse({ ...rest, [field]: list.slice(1) })).toHaveProperty(`${field}.length`, max);
    const { error } = schema.safeParse({ ...rest, [field]: list });
    expect(error?.issues).toMatchObject([
      { path: [field], message: expect.stringMatching(`^Must have at most ${max} (entries|blocks)$`) },
    ]);
  },
);

test('returns only the first errors of a list with many', () => {
  const wrong = Array.from({ length: limits.maxListLength }, () => ({}));
  const { error } = storyBooks.create.safeParse({ title: 'x', story_items: wrong });
  expect(error?.issues.length).toBeGreaterThanOrEqual(100);
  expect(error?.issues.length).toBeLessThan(110);
});
