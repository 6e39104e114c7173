import { expect, test } from 'vitest';
import { haveSameTitle } from './chapter-titles.ts';
import { pairChapters } from './pair-chapters.ts';

const text = (characters: number, title = '') => ({ title, weight: characters });
const audio = (seconds: number, title = '') => ({ title, weight: seconds });
const indexes = (pairs: Awaited<ReturnType<typeof pairChapters>>) =>
  pairs.map(({ texts, audios }) => [texts, audios]);
/** Characters read per second. */
const RATE = 15;
const read = (characters: number) => characters / RATE;

test('pairs equal numbers of chapters in order', async () => {
  const lengths = [12_000, 30_000, 8_000, 21_000];
  const pairs = await pairChapters(
    lengths.map((length) => text(length)),
    lengths.map((length) => audio(read(length))),
  );
  expect(indexes(pairs)).toEqual([
    [[0], [0]],
    [[1], [1]],
    [[2], [2]],
    [[3], [3]],
  ]);
  for (const { confidence } of pairs) expect(confidence).toBeGreaterThan(0.8);
});

test('does not pair front matter and an opening announcement', async () => {
  const lengths = [150, 20_000, 31_000, 17_000];
  const pairs = await pairChapters(
    lengths.map((length) => text(length)),
    [audio(70), ...lengths.slice(1).map((length) => audio(read(length)))],
  );
  expect(indexes(pairs).filter(([texts, audios]) => texts?.length === 1 && audios?.length === 1)).toEqual([
    [[1], [1]],
    [[2], [2]],
    [[3], [3]],
  ]);
});

test('pairs by duration a text that is read in two files, and two texts that are read in one', async () => {
  const texts = [20_000, 40_000, 15_000, 18_000, 22_000].map((length) => text(length));
  const audios = [read(20_000), read(19_000), read(21_000), read(33_000), read(22_000)].map((seconds) =>
    audio(seconds),
  );
  expect(indexes(await pairChapters(texts, audios))).toEqual([
    [[0], [0]],
    [[1], [1, 2]],
    [[2, 3], [3]],
    [[4], [4]],
  ]);
});

test('pairs equal titles although the durations differ', async () => {
  const texts = [text(20_000, 'One: The lamp'), text(20_000, 'Interlude'), text(20_000, 'Two: The storm')];
  const audios = [audio(read(20_000), 'The lamp'), audio(read(35_000), 'The storm')];
  const storm = (await pairChapters(texts, audios)).find(({ audios: stormAudios }) =>
    stormAudios.includes(1),
  );
  expect(storm?.texts).toContain(2);
});

test.each([
  ['Chapter 3', 'chapter 03', true],
  ['Bölüm 3', '3. Bölüm', false],
  ['Chapter 3: The Lamp', '03 - the lamp', true],
  ['Capítulo 4', 'Capitulo 4', true],
  ['Chapter 3', 'Chapter 4', false],
  ['', '', false],
])('%j and %j: %s', (a, b, same) => {
  expect(haveSameTitle(a, b)).toBe(same);
});

test('returns the chapters of one side without the other side', async () => {
  expect(indexes(await pairChapters([text(1), text(2)], []))).toEqual([
    [[0], []],
    [[1], []],
  ]);
  expect(indexes(await pairChapters([], [audio(1)]))).toEqual([[[], [0]]]);
});

test('pairs three thousand chapters of each side', async () => {
  const lengths = Array.from({ length: 3000 }, (_, index) => 5_000 + ((index * 7919) % 20_000));
  const pairs = await pairChapters(
    lengths.map((length) => text(length)),
    lengths.map((length) => audio(read(length))),
  );
  expect(pairs).toHaveLength(3000);
  expect(pairs[2999]).toMatchObject({ texts: [2999], audios: [2999] });
});
