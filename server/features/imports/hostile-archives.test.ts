import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sourceOfBuffer } from '#server/core/media/source';
import { makeMp3 } from '#server/testing/audio-files';
import { createRandom } from '#server/testing/fuzz/mutations';
import { openFolderImports } from '#server/testing/import-batches';
import { seed } from '#server/testing/seed';
import { makeOverlappingZip, makeZip } from '#server/testing/zip-files';
import { openArchive } from './parsers/archive.ts';
import { type InspectedFile, readBatch } from './read-batch.ts';
import { createUnpackQuota } from './unpack-space.ts';

const MIB = 1024 * 1024;
const wide = { total: Number.POSITIVE_INFINITY, entry: Number.POSITIVE_INFINITY };
const open = (zip: Buffer) => openArchive(sourceOfBuffer(zip), wide);

let batches: Awaited<ReturnType<typeof openFolderImports>>;
beforeAll(async () => {
  batches = await openFolderImports();
});
afterAll(() => batches.close());

/** Reads one upload. @returns the number of unpacked bytes and the reasons why files were skipped */
async function unpack(zip: Buffer, quota = createUnpackQuota(Number.POSITIVE_INFINITY)) {
  const stagedZip = await batches.staging.receive('a.zip', 'audio', [
    zip,
  ] as unknown as AsyncIterable<Buffer>);
  const file = { path: 'a.zip', size: zip.length, sha256: null, key: null, staged: stagedZip };
  const parsedFiles: InspectedFile[] = [];
  const space = quota.begin(1);
  const runContext = { signal: new AbortController().signal, progress: () => undefined, space };
  const { blobs, staging } = batches;
  await readBatch({ blobs, staging }, [file], { parsedFiles, ...runContext });
  await stagedZip.discard();
  space.end();
  for (const parsedFile of parsedFiles) await parsedFile.file.staged?.discard();
  return {
    bytes: parsedFiles.reduce(
      (sum, parsedFile) => sum + (parsedFile.file.staged === stagedZip ? 0 : parsedFile.file.size),
      0,
    ),
    reasons: parsedFiles.flatMap(({ read }) => (read.kind === 'unread' ? [read.problem.message] : [])),
  };
}

test('rejects an archive whose entries overlap', async () => {
  const zip = await makeOverlappingZip({ 'padded-0000': Buffer.alloc(190_000, 'long text ') }, 2_000);
  expect(zip.length).toBeLessThan(150_000);
  await expect(open(zip)).rejects.toMatchObject({ kind: 'unreadable', message: /overlapping files/ });
  expect((await unpack(zip)).bytes).toBe(0);
});

test('rejects an archive of many small entries that unpack to far more bytes', async () => {
  const zero = Buffer.alloc(900_000);
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}.txt`, zero]));
  await expect(open(await makeZip(files))).rejects.toMatchObject({ kind: 'limit' });
});

// Starting a child process for each archive takes most of the time, so the innermost archives are as large as the ratio allows.
test('limits nested archives to the unpacked bytes of one archive', async () => {
  // Each level alone is within the allowed ratio.
  const level = (inner: Buffer, copies: number) =>
    makeZip(Object.fromEntries(Array.from({ length: copies }, (_, index) => [`${index}.zip`, inner])));
  const random = createRandom(seed);
  const noise = Buffer.from(Array.from({ length: 22_000 }, () => random(256)));
  const bottom = await makeZip({
    'a.mp3': Buffer.concat([makeMp3({ seconds: 1 }), noise, Buffer.alloc(5_000_000)]),
  });
  const zip = await level(await level(bottom, 4), 5);
  expect(zip.length).toBeLessThan(200_000);
  const { bytes, reasons } = await unpack(zip);
  expect(bytes).toBeLessThan(70 * MIB);
  expect(reasons.join(' ')).toContain('The archive contains more than');
});

test('counts unpacked files towards the quota of the user', async () => {
  const track = makeMp3({ seconds: 10 });
  const zip = await makeZip({ '1.mp3': track, '2.mp3': track }, { compress: false });
  const space = createUnpackQuota(track.length * 3);
  expect((await unpack(zip, space)).bytes).toBe(track.length * 2);
  const reservation = space.begin(1, track.length * 2);
  const { bytes, reasons } = await unpack(zip, space);
  expect([bytes, reasons]).toEqual([0, [expect.stringContaining('The archive contains more than')]]);
  reservation.end();
  expect((await unpack(zip, space)).bytes).toBe(track.length * 2);
});

test('skips the rest of an upload that takes too long, and reads the next upload', async () => {
  const start = performance.now();
  let passedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + passedMs);
  onTestFinished(() => clock.mockRestore());
  const { blobs } = batches;
  const staging: typeof batches.staging = {
    ...batches.staging,
    make: (write) => {
      passedMs += 40_000;
      return batches.staging.make(write);
    },
  };
  const track = makeMp3({ seconds: 1 });
  const zip = await makeZip({ '1.mp3': track, '2.mp3': track, '3.mp3': track });
  const uploads = [];
  for (const [name, bytes] of Object.entries({ 'slow.zip': zip, 'next.mp3': track })) {
    const stagedFile = await batches.staging.receive(name, 'audio', [
      bytes,
    ] as unknown as AsyncIterable<Buffer>);
    uploads.push({ path: name, size: bytes.length, sha256: null, key: null, staged: stagedFile });
  }
  const parsedFiles: InspectedFile[] = [];
  await readBatch({ blobs, staging }, uploads, {
    parsedFiles,
    signal: new AbortController().signal,
    progress: () => undefined,
    space: createUnpackQuota(Number.POSITIVE_INFINITY).begin(1),
    timeOf: () => 60_000,
  });
  expect(
    parsedFiles.map(({ file, read }) => [
      file.path,
      read.kind === 'unread' ? read.problem.message : read.kind,
    ]),
  ).toEqual([
    ['slow/1.mp3', 'audio'],
    ['slow/2.mp3', expect.stringContaining('took too long')],
    ['slow/3.mp3', expect.stringContaining('took too long')],
    ['next.mp3', 'audio'],
  ]);
  for (const { file } of parsedFiles) await file.staged?.discard();
});
