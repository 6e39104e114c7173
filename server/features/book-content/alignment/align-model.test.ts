import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInChild } from '#server/core/jobs/child';
import { serverModule } from '#server/core/server-module';
import { HIGH, LOW, createModelFolder, createTones, modelSettings } from '#server/testing/fake-model';
import { type ParsedChapter, run } from './align-child.ts';
import { readModelFolder } from './model-folder.ts';

const texts = ['Aaaaa aaaaa.', 'Ooooo ooooo.'].map((text) => ({ text }));

/** Returns the order of a chapter with a low tone at 4 s, and high tones before and after it. */
async function orderOf(root: string) {
  const path = await createTones(root, [0, HIGH, HIGH, 0, LOW, LOW, 0, HIGH, HIGH, 0]);
  const { models, problems } = readModelFolder(root);
  expect(problems).toEqual([]);
  const chapters = [{ id: 1, start: 0, end: null, texts }];
  return { language: 'en', ffmpeg: null, files: [{ path, extension: 'wav', chapters }], model: models[0] };
}

const align = async (root: string): Promise<ParsedChapter> => {
  const [chapter] = await run(await orderOf(root), () => undefined);
  if (!chapter) throw new Error('The chapter is missing.');
  return chapter;
};

const startsOf = ({ sentences }: ParsedChapter) => sentences.map(({ span }) => span && Math.round(span[0]));

test('the scores of a model decide the times, and speech outside the text is found', async () => {
  const chapter = await align(await createModelFolder());
  expect([chapter.model, chapter.modelError]).toEqual(['Tones 1.2', undefined]);
  expect([startsOf(chapter), chapter.foreign.length]).toEqual([[4, 7], 1]);
  expect(chapter.sentences.map(({ isUncertain }) => isUncertain)).toEqual([false, false]);
  // The same audio with the meanings of the tones exchanged.
  const otherChapter = await align(await createModelFolder({ ...modelSettings, tokens: ['-', 'o', 'a'] }));
  expect(startsOf(otherChapter)).toEqual([1, 4]);
});

test('a model can give each sound a single frame', async () => {
  const chapter = await align(await createModelFolder(modelSettings, 'peaks'));
  expect([startsOf(chapter), chapter.foreign.length]).toEqual([[4, 7], 1]);
});

test('a lexicon gives the tokens of words', async () => {
  const root = await createModelFolder();
  await writeFile(join(root, 'en', 'lexicon.txt'), 'aaaaa o o o o o\nooooo a a a a a\n');
  expect(startsOf(await align(root))).toEqual([1, 4]);
});

test('uses the built-in method when a model fails, and says why', async () => {
  const withoutModel = await orderOf(await createModelFolder());
  const [builtIn] = await run({ ...withoutModel, model: undefined }, () => undefined);
  const faults = [
    [await createModelFolder(modelSettings, 'shape'), /has the shape 1 × \d+ × 4/],
    [await createModelFolder(modelSettings, 'read /none'), /ENOENT/],
  ] as const;
  for (const [root, message] of faults) {
    const { modelError, ...chapter } = await align(root);
    expect(modelError).toMatch(message);
    expect(chapter).toEqual(builtIn);
  }
  const root = await createModelFolder();
  await writeFile(join(root, 'en', 'lexicon.txt'), 'aaaaa u\n');
  expect((await align(root)).modelError).toBe('lexicon.txt has the unknown token u.');
});

test('a child process reads the folder of models and no other', async () => {
  const outside = join(await createModelFolder(), 'en', 'model.json');
  for (const [onnx, result] of [
    ['tones', { model: 'Tones 1.2' }],
    [`read ${outside}`, { modelError: expect.stringContaining('restricted') }],
  ] as const) {
    const root = await createModelFolder(modelSettings, onnx);
    const order = await orderOf(root);
    const chapters = await runInChild(serverModule('features/book-content/alignment/align-child'), order, {
      signal: new AbortController().signal,
      sandbox: { read: [root], hasThreads: true },
    });
    expect(chapters).toMatchObject([result]);
  }
});

test('lists all faults of a folder of models', async () => {
  expect(readModelFolder(undefined)).toEqual({ models: [], problems: [] });
  expect(readModelFolder('/none/here').problems).toEqual(['ALIGN_MODELS must be a folder that can be read.']);
  const root = await createModelFolder({
    ...modelSettings,
    tokens: ['a', 'a'],
    separator: '|',
    frame_seconds: 0.01,
    speed: 1,
  });
  await mkdir(join(root, 'English'));
  await mkdir(join(root, 'fr'));
  await writeFile(join(root, 'fr', 'model.json'), '{');
  const { models, problems } = readModelFolder(root);
  expect(models).toEqual([]);
  expect(problems.map((problem) => problem.replace('ALIGN_MODELS, folder ', ''))).toEqual([
    'English: the folder’s name must be the code of a language.',
    'English: model.onnx is missing.',
    'English: model.json is missing.',
    'en: model.json.frame_seconds: Too small: expected number to be >=0.02.',
    'en: model.json: Unrecognized key: "speed".',
    'en: model.json.tokens: must be unique.',
    'en: model.json.blank: must be a token.',
    'en: model.json.separator: must be a token.',
    'fr: model.onnx is missing.',
    'fr: model.json is not valid JSON.',
  ]);
  await rm(join(root, 'node_modules'), { recursive: true });
  expect(readModelFolder(root).problems[0]).toBe(
    `ALIGN_MODELS has no onnxruntime-web: run npm install --prefix ${root} onnxruntime-web.`,
  );
});
