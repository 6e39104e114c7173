import { expect, test } from 'vitest';
import { foldText } from '#contract/core/slug';
import { isInText, searchedText, textWordsOf } from './text-words.ts';

const isFound = (texts: readonly string[], search: string): boolean => {
  const query = searchedText(foldText(search));
  return query !== undefined && isInText(textWordsOf(texts), query);
};

const texts = ['Im Süden, (wo der Wind weht) 東京から 1984.', 'Işığın   Evi', '!!!', 'Ending'];

test.each(['süd', 'SUDEN', 'im suden wo', 'der wind weht', 'weht)', '1984', '京から', 'isigin ev', 'end'])(
  'finds %j',
  (search) => {
    expect(isFound(texts, search)).toBe(true);
  },
);

test.each(['den', 'im wo', 'weht der', '1984 isigin', 'evi | ending', 'evi ending', '!!!', 'im', ''])(
  'does not find %j: other words or order, two texts, or too short',
  (search) => {
    expect(isFound(texts, search)).toBe(false);
  },
);

test('limits the length of words and texts', () => {
  expect(textWordsOf(['x'.repeat(1_000)])).toHaveLength(40);
  expect(isFound(['x'.repeat(1_000)], 'x'.repeat(200))).toBe(true);
  expect(textWordsOf(Array.from({ length: 3_000 }, () => 'word '.repeat(100))).length).toBe(300_000);
});
