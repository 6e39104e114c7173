import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#server/core/errors';
import { inspectAudio } from './audio.ts';
import { renderImage } from './image.ts';
import { type FixtureName, makeImage, readFixture } from '#server/testing/media-files';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-media-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file with a wrong extension, because only the content counts. */
async function fileWith(content: Uint8Array | string): Promise<string> {
  const path = join(folder, 'upload.pdf');
  await writeFile(path, content);
  return path;
}

const render = async (content: Uint8Array) =>
  renderImage(await fileWith(content), {
    image: join(folder, 'image'),
    thumbnail: join(folder, 'thumbnail'),
  });

const errorOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(() => undefined).catch((error) => error);

/** Creates Park and Miller's random number generator, so a failing case is repeatable. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function damage(original: Uint8Array, random: (below: number) => number): Uint8Array {
  const copy = Buffer.from(original);
  for (let flips = 1 + random(12); flips > 0; flips -= 1) {
    copy[random(random(2) ? Math.min(copy.length, 200) : copy.length)] = random(256);
  }
  return random(3) ? copy : copy.subarray(0, random(copy.length));
}

const isErrorInfo = (failure: unknown) =>
  failure === undefined || (failure instanceof AppError && failure.status >= 400 && failure.status < 500);

const audio: FixtureName[] = [
  'tone.mp3',
  'tone.m4a',
  'tone.m4b',
  'tone.ogg',
  'tone.opus',
  'tone.flac',
  'film.mp4',
];

test.each(audio)(
  'accepts or rejects damaged %s audio within the time limit',
  async (name) => {
    const original = await readFixture(name);
    const random = createRandom(name.length * 7919);
    for (let round = 0; round < 60; round += 1) {
      const failure = await errorOf(inspectAudio(await fileWith(damage(original, random))));
      expect(isErrorInfo(failure), `round ${round}: ${String(failure)}`).toBe(true);
    }
  },
  15_000,
);

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'accepts or rejects damaged %s images within the time limit',
  async (format) => {
    const original = await makeImage(format);
    const random = createRandom(format.length * 104_729);
    for (let round = 0; round < 40; round += 1) {
      const failure = await errorOf(render(damage(original, random)));
      expect(isErrorInfo(failure), `round ${round}: ${String(failure)}`).toBe(true);
    }
  },
  15_000,
);

test('leaves no other file', async () => {
  expect((await readdir(folder)).toSorted()).toEqual(['image', 'thumbnail', 'upload.pdf']);
});
