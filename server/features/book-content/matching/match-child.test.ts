import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeBookTexts } from '#server/demo/content/complete-books';
import { packageRoot } from '#server/core/package-root';
import { analyseFile } from '../alignment/analyse-file.ts';
import { splitSentences } from '../alignment/sentences.ts';
import { matchBook } from './match-book.ts';
import { run, toMatchedRanges } from './match-child.ts';
import { joinAudio } from './narration.ts';

const pathOf = (number: number): string =>
  join(packageRoot, `server/demo/media/audio/la-biblioteca-bajo-la-lluvia-${number}.opus`);
const book = completeBookTexts.find(({ name }) => name === 'La Biblioteca bajo la Lluvia');
const texts = (book?.chapters ?? []).slice(0, 3).map((chapter) => chapter.texts);

test('finds the file of each chapter when the files are in another order, and the times of its text', {
  timeout: 120_000,
}, async () => {
  const numbers = [3, 1, 2];
  const files = numbers.map((number) => ({ path: pathOf(number), extension: 'opus' }));
  const result = await run({ language: 'es', ffmpeg: null, files, chapters: texts }, () => undefined);
  expect(result?.map(({ ranges }) => ranges.map(({ file }) => numbers[file]))).toEqual([[1], [2], [3]]);
  for (const { ranges, confidence } of result ?? []) {
    expect(confidence).toBeGreaterThan(0.7);
    const spans = ranges[0]?.sentences.flatMap(({ span }) => (span ? [span[0]] : [])) ?? [];
    expect(spans.length).toBeGreaterThan(3);
    expect(spans).toEqual(spans.toSorted((a, b) => a - b));
  }
});

test('finds the chapters in one file, skips unspoken front matter, and rejects another text', {
  timeout: 120_000,
}, async () => {
  const audio = [];
  for (const number of [1, 2, 3]) {
    const chapters = [{ id: 0, start: 0, end: null, texts: [] }];
    const [file] = await analyseFile(
      { path: pathOf(number), extension: 'opus', chapters },
      { ffmpeg: null, language: 'es' },
      () => undefined,
    );
    if (file) audio.push(file.audio);
  }
  const whole = joinAudio(audio);
  const sentencesOf = (chapters: readonly (readonly string[])[]) =>
    chapters.map((items) =>
      splitSentences(
        items.map((text) => ({ text })),
        'es',
      ),
    );
  const frontMatter = ['Todos los derechos reservados. Publicado en el año dos mil por una editorial.'];
  const matches = matchBook([whole], { chapters: sentencesOf([frontMatter, ...texts]), language: 'es' });
  let start = 0;
  const ends = audio.map(({ features }) => (start += features.frames / 50));
  expect(matches?.map(({ ranges }) => ranges.length)).toEqual([0, 1, 1, 1]);
  for (const [index, end] of ends.slice(0, -1).entries()) {
    const [next] = matches?.[index + 2]?.ranges ?? [];
    // Each file begins with a title that is not in the text.
    expect(next?.start).toBeGreaterThan(end - 1);
    expect(next?.start).toBeLessThan(end + 1);
  }
  const other = completeBookTexts.find(({ name }) => name === 'El Inspector y los Naranjos');
  const otherTexts = (other?.chapters ?? []).slice(0, 1).map((chapter) => chapter.texts);
  expect(matchBook([whole], { chapters: sentencesOf(otherTexts), language: 'es' })).toBeUndefined();
});

test('gives each text to one range: those without sentences to the one before, and none to a silent last range', () => {
  const items = ['* * *', 'First one.', '* * *', 'Second one.'];
  const clip = { features: { frames: 500, bytes: new Int8Array() }, silences: [], seconds: 10 };
  const sentences = splitSentences(
    items.map((text) => ({ text })),
    'en',
  );
  const rangesWith = (...starts: number[]) => {
    const spokenSentences = starts.map((start) => ({
      span: [start, start + 1] as const,
      confidence: 1,
      isUncertain: false,
    }));
    const ranges = [0, 1, 2].map((file) => ({ file, start: 0, end: null }));
    const alignment = { sentences: spokenSentences, foreign: [] };
    return toMatchedRanges(ranges, [clip, clip, clip], {
      texts: items.length,
      sentences,
      aligned: alignment,
    });
  };
  expect(rangesWith(1, 12).map(({ firstText }) => firstText)).toEqual([0, 3, 4]);
  expect(rangesWith(11, 12).map(({ firstText }) => firstText)).toEqual([0, 1, 4]);
  expect(rangesWith(1, 12)[1]?.sentences).toMatchObject([{ item: 3, span: [2, 3] }]);
});
