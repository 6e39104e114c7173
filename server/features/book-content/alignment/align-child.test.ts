import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#server/core/package-root';
import { completeBookTexts } from '#server/demo/content/complete-books';
import { type AlignChapterOrder, run } from './align-child.ts';

const START = 60;
const lastChapter = completeBookTexts.find(({ name }) => name === 'Cuaderno de Sal')?.chapters.at(-1);
const lastOrder: AlignChapterOrder = {
  id: 2,
  start: START,
  end: null,
  texts: (lastChapter?.texts ?? []).map((text) => ({ text })),
};

test('returns the same times of a chapter when the audio before it is not decoded', async () => {
  const startsOf = async (chapters: readonly AlignChapterOrder[]) => {
    const path = join(packageRoot, 'server/demo/media/audio/cuaderno-de-sal.m4b');
    const parsedChapters = await run(
      { language: 'es', ffmpeg: null, files: [{ path, extension: 'm4b', chapters }] },
      () => undefined,
    );
    return (parsedChapters.find(({ id }) => id === lastOrder.id)?.sentences ?? []).map(
      ({ span }) => span?.[0] ?? 0,
    );
  };
  const starts = await startsOf([lastOrder]);
  const startsInFile = await startsOf([{ id: 1, start: 0, end: START, texts: [] }, lastOrder]);
  expect(starts.length).toBeGreaterThan(3);
  expect(Math.min(...starts)).toBeGreaterThan(START);
  for (const [index, start] of starts.entries()) expect(start).toBeCloseTo(startsInFile[index] ?? 0, 0);
});
