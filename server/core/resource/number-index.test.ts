import { expect, test } from 'vitest';
import { numberEntriesOf, searchedNumberEntries } from './number-index.ts';

test('each text with a searched code or number has the entries of the search', () => {
  const texts = [
    'harbour lights\nbk-000012\n978-0-306-40614-0\n9780306406140',
    'a guide to bk-1234567 and bk-000012\nbk-000099',
    'qx99780306406140000000\nbk-1234567890123',
  ];
  const searches = ['bk-000012', 'bk-123456', 'bk-1234567', '9780306406', '97803064061400', '1234567890'];
  let matches = 0;
  for (const text of texts)
    for (const search of searches) {
      if (!text.includes(search)) continue;
      matches += 1;
      const entries = searchedNumberEntries(search) ?? [];
      expect([search, entries.length > 0]).toEqual([search, true]);
      expect(numberEntriesOf(text), `${search} in ${text}`).toEqual(expect.arrayContaining(entries));
    }
  expect(matches).toBeGreaterThan(searches.length);
});

test.each(['bk-00001', 'bk-', '978030640', 'harbour', '978-0-306-40614-0', ''])(
  'the search %o reads the index of trigrams',
  (search) => {
    expect(searchedNumberEntries(search)).toBeUndefined();
  },
);
