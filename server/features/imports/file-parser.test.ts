import { afterEach, expect, test, vi } from 'vitest';
import { makeMp3 } from '#server/testing/audio-files';
import { makeEpub } from '#server/testing/epub-files';
import { inspectInWorker, prepareReader, readerLimits } from './file-parser.ts';
import { type Source, sourceOfBuffer } from '#server/core/media/source';

const never = () => new AbortController().signal;
const problemMessage = (result: Awaited<ReturnType<typeof inspectInWorker>>) =>
  result.kind === 'unread' ? [result.problem.kind, result.problem.message] : result.kind;

afterEach(() => {
  vi.restoreAllMocks();
});

test('parses files in a separate process, one after the other', async () => {
  const epub = await inspectInWorker('a.epub', {
    source: sourceOfBuffer(await makeEpub({ title: 'Apart' })),
    signal: never(),
  });
  expect(epub).toMatchObject({ kind: 'epub', found: { fields: { name: [{ value: 'Apart' }] } } });
  const mp3 = makeMp3({ tags: { TIT2: 'One' }, image: new Uint8Array([1, 2, 3]) });
  const audio = await inspectInWorker('a.mp3', { source: sourceOfBuffer(mp3), signal: never() });
  expect(audio).toMatchObject({ kind: 'audio', found: { title: 'One', extension: 'mp3' } });
  expect(audio.kind === 'audio' && Buffer.from(audio.found.images[0]?.bytes ?? [])).toEqual(
    Buffer.from([1, 2, 3]),
  );
  expect(
    problemMessage(
      await inspectInWorker('a.txt', { source: sourceOfBuffer(Buffer.from('hello')), signal: never() }),
    ),
  ).toEqual(['unsupported', 'This file type isn’t supported.']);
});

test('sends the bytes of a file to a parser that was started ahead', async () => {
  prepareReader();
  const bytes = await makeEpub({ title: 'Here' });

  expect(await inspectInWorker('a.epub', { source: sourceOfBuffer(bytes), signal: never() })).toMatchObject({
    kind: 'epub',
    found: { fields: { name: [{ value: 'Here' }] } },
  });
});

/** A file whose bytes never arrive. */
const silent: Source = { size: 1_000, read: () => new Promise(() => undefined) };

test('skips a file that needs too much time or memory, and reads the next one', async () => {
  const slow = await inspectInWorker('slow.epub', {
    source: silent,
    signal: never(),
    limits: { ...readerLimits, time: 200 },
  });
  expect(problemMessage(slow)).toEqual(['limit', 'Reading this file timed out. It was skipped.']);
  const greedy = await inspectInWorker('greedy.epub', {
    source: silent,
    signal: never(),
    limits: { ...readerLimits, memory: 1 },
  });
  expect(problemMessage(greedy)).toEqual([
    'limit',
    'Reading this file needed too much memory. It was skipped.',
  ]);
  expect(
    (await inspectInWorker('a.epub', { source: sourceOfBuffer(await makeEpub()), signal: never() })).kind,
  ).toBe('epub');
});

test('rejects with the error of the file storage instead of skipping the file', async () => {
  const missingSource: Source = {
    size: 1_000,
    read: () => Promise.reject(new Error('The blob x is missing.')),
  };
  await expect(inspectInWorker('a.epub', { source: missingSource, signal: never() })).rejects.toThrow(
    'The blob x is missing.',
  );
});

test('stops the parser when the job is aborted', async () => {
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const inspection = inspectInWorker('a.epub', { source: silent, signal: controller.signal });
  controller.abort(reason);
  await expect(inspection).rejects.toBe(reason);
});
