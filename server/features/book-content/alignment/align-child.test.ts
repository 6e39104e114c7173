import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#server/core/package-root';
import { completeBookTexts } from '#server/demo/content/complete-books';
import { run as analyse } from '#server/features/audio/analysis/analysis-child';
import { run } from './align-child.ts';
import type { AlignChapterOrder } from './analyse-file.ts';

const START = 60;
const lastChapter = completeBookTexts.find(({ name }) => name === 'Cuaderno de Sal')?.chapters.at(-1);
const lastOrder: AlignChapterOrder = {
  id: 2,
  start: START,
  end: null,
  texts: (lastChapter?.texts ?? []).map((text) => ({ text })),
};

const path = join(packageRoot, 'server/demo/media/audio/cuaderno-de-sal.m4b');

test('returns the same times of a chapter when the audio before it is not decoded', async () => {
  const startsOf = async (chapters: readonly AlignChapterOrder[]) => {
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

test('returns the same result for the features of the analysis as for the audio', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-features-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const featuresPath = join(folder, 'audio.feat');
  const order = { path, extension: 'm4b', peaksPath: join(folder, 'audio.peak'), featuresPath, ffmpeg: null };
  await analyse(order, () => undefined);
  const chapters = [
    { id: 1, start: 0, end: START, texts: [] },
    { ...lastOrder, start: START + 0.013 },
  ];
  const align = (file: { readonly path: string; readonly extension: string }) =>
    run({ language: 'es', ffmpeg: null, files: [{ ...file, chapters }] }, () => undefined);
  const parsedChapters = await align({ path: featuresPath, extension: 'feat' });
  expect(parsedChapters.map(({ id }) => id)).toEqual([1, 2]);
  expect(parsedChapters[1]?.sentences.filter(({ span }) => span).length).toBeGreaterThan(3);
  expect(parsedChapters).toEqual(await align({ path, extension: 'm4b' }));
});
