import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeMp3 } from '#server/testing/audio-files';
import { makeEpub } from '#server/testing/epub-files';
import { inspectInWorker, prepareReader, readerLimits } from './file-parser.ts';
import { type Source, sourceOfBuffer } from '#server/core/media/source';

const never = () => new AbortController().signal;
const sentenceOf = (found: Awaited<ReturnType<typeof inspectInWorker>>) =>
  found.kind === 'left-out' ? [found.problem.kind, found.problem.message] : found.kind;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-reader-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
});

test('files are looked into by a process of their own, one after the other', async () => {
  const epub = await inspectInWorker('a.epub', sourceOfBuffer(await makeEpub({ title: 'Apart' })), never());
  expect(epub).toMatchObject({ kind: 'epub', found: { fields: { name: [{ value: 'Apart' }] } } });
  const mp3 = makeMp3({ tags: { TIT2: 'One' }, image: new Uint8Array([1, 2, 3]) });
  const audio = await inspectInWorker('a.mp3', sourceOfBuffer(mp3), never());
  expect(audio).toMatchObject({ kind: 'audio', found: { title: 'One', extension: 'mp3' } });
  expect(audio.kind === 'audio' && Buffer.from(audio.found.images[0]?.bytes ?? [])).toEqual(
    Buffer.from([1, 2, 3]),
  );
  expect(sentenceOf(await inspectInWorker('a.txt', sourceOfBuffer(Buffer.from('hello')), never()))).toEqual([
    'foreign',
    'This is no file that can be imported.',
  ]);
});

test('a file of this machine is opened where it lies, by a reader that waits for it', async () => {
  prepareReader();
  const path = join(folder, 'epub');
  const bytes = await makeEpub({ title: 'Here' });
  await writeFile(path, bytes);
  const read = () => Promise.reject(new Error('Nobody is asked.'));
  const source = { size: bytes.length, path, read };
  expect(await inspectInWorker('a.epub', source, never())).toMatchObject({
    kind: 'epub',
    found: { fields: { name: [{ value: 'Here' }] } },
  });
  const gone = inspectInWorker('b.epub', { ...source, path: `${path}-gone` }, never());
  await expect(gone).rejects.toThrow('The bytes of b.epub could not be read.');
});

/** A file that never comes to an end for its reader. */
const silent: Source = { size: 1_000, read: () => new Promise(() => undefined) };

test('a file that takes too long or too much is left out, and the next one is read', async () => {
  const slow = await inspectInWorker('slow.epub', silent, never(), { ...readerLimits, time: 200 });
  expect(sentenceOf(slow)).toEqual(['limit', 'Reading this file took too long, so it was left out.']);
  const greedy = await inspectInWorker('greedy.epub', silent, never(), { ...readerLimits, memory: 1 });
  expect(sentenceOf(greedy)).toEqual([
    'limit',
    'Reading this file took more memory than it may, so it was left out.',
  ]);
  expect((await inspectInWorker('a.epub', sourceOfBuffer(await makeEpub()), never())).kind).toBe('epub');
});

test('what the store says of a file is not the file’s fault', async () => {
  const gone: Source = { size: 1_000, read: () => Promise.reject(new Error('The blob x is missing.')) };
  await expect(inspectInWorker('a.epub', gone, never())).rejects.toThrow('The blob x is missing.');
});

test('a reader ends with its job', async () => {
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const looking = inspectInWorker('a.epub', silent, controller.signal);
  controller.abort(reason);
  await expect(looking).rejects.toBe(reason);
});
