import { expect, test } from 'vitest';
import { sourceOfBuffer } from '#server/core/media/source';
import { longestBlock } from '#server/testing/event-loop';
import { openCuttable } from './clip.ts';
import { bytesOf } from './copy-range.ts';
import { noTags } from './cuttable.ts';
import { atom, uint32s } from './mp4-atoms.ts';

const MAX_HOLD_MS = 50;
const SHORT_FILE = 4_096;

interface Tables {
  readonly stsz: Buffer;
  readonly stts: Buffer;
  readonly stsc: Buffer;
  readonly stco: Buffer;
  /** Atoms before the tables. */
  readonly before?: Buffer;
}

/** Returns an M4A with these tables and the requested size in bytes. */
function makeM4a({ stsz, stts, stsc, stco, before = Buffer.alloc(0) }: Tables, size = SHORT_FILE): Buffer {
  const stbl = atom(
    'stbl',
    before,
    atom('stsd', uint32s(0, 1), atom('mp4a', Buffer.alloc(28))),
    atom('stsz', stsz),
    atom('stts', stts),
    atom('stsc', stsc),
    atom('stco', stco),
  );
  const handler = Buffer.concat([uint32s(0, 0), Buffer.from('soun', 'latin1'), Buffer.alloc(13)]);
  const mdia = atom(
    'mdia',
    atom('mdhd', uint32s(0, 0, 0, 44_100, 0, 0)),
    atom('hdlr', handler),
    atom('minf', stbl),
  );
  const head = Buffer.concat([atom('ftyp', Buffer.from('M4A ')), atom('moov', atom('trak', mdia))]);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length))]);
}

const plain = (count: number, same: number): Tables => ({
  stsz: uint32s(0, same, count),
  stts: uint32s(0, 1, count, 1_024),
  stsc: uint32s(0, 1, 1, count, 1),
  stco: uint32s(0, 1, 0),
});

const open = (file: Buffer, signal?: AbortSignal) => openCuttable('m4a', sourceOfBuffer(file), signal);

async function cutWhole(file: Buffer): Promise<number> {
  const source = await open(file);
  let bytes = 0;
  if (source)
    for await (const chunk of bytesOf(sourceOfBuffer(file), source.cut({ start: 0, end: null }, noTags)))
      bytes += chunk.length;
  return bytes;
}

test('does not cut a short file that declares millions of packets', async () => {
  const blockedMs = await longestBlock(async () => {
    for (const same of [1, 100, 0xffff_ffff])
      expect(await open(makeM4a(plain(10_000_000, same)))).toBeUndefined();
    expect(await open(makeM4a(plain(4_000_000, 1)))).toBeUndefined();
  });
  expect(blockedMs).toBeLessThan(MAX_HOLD_MS);
});

test('cuts a file with one packet per byte without blocking the event loop', async () => {
  const count = 3_000_000;
  let bytes = 0;
  const blockedMs = await longestBlock(async () => {
    bytes = await cutWhole(makeM4a(plain(count, 1), count + SHORT_FILE));
  });
  expect(bytes).toBeGreaterThan(count);
  expect(blockedMs).toBeLessThan(MAX_HOLD_MS);
});

test('cuts packets with different durations without blocking the event loop', async () => {
  const count = 500_000;
  const runs = Buffer.alloc(count * 8);
  for (let index = 0; index < count; index += 1) {
    runs.writeUInt32BE(1, index * 8);
    runs.writeUInt32BE(1_000 + (index % 2), index * 8 + 4);
  }
  const file = makeM4a(
    { ...plain(count, 1), stts: Buffer.concat([uint32s(0, count), runs]) },
    count + runs.length + SHORT_FILE,
  );
  let bytes = 0;
  const blockedMs = await longestBlock(async () => {
    bytes = await cutWhole(file);
  });
  expect(bytes).toBeGreaterThan(count + runs.length);
  expect(blockedMs).toBeLessThan(MAX_HOLD_MS);
});

test('does not create a longer file from overlapping packets', async () => {
  const count = 1_000;
  const same = Buffer.alloc(count * 4);
  for (let index = 0; index < count; index += 1) same.writeUInt32BE(SHORT_FILE, index * 4);
  const offsets = Buffer.concat([uint32s(0, count), Buffer.alloc(count * 4)]);
  const tables = { ...plain(count, 0), stsz: Buffer.concat([uint32s(0, 0, count), same]), stco: offsets };
  expect(await open(makeM4a({ ...tables, stsc: uint32s(0, 1, 1, 1, 1) }))).toBeUndefined();
});

test('limits the number of empty atoms it reads', async () => {
  const empty = Buffer.concat(Array.from({ length: 150_000 }, () => atom('free')));
  const file = makeM4a(plain(2, 10));
  expect(await open(file)).toBeDefined();
  let reads = 0;
  const hiddenSource = sourceOfBuffer(Buffer.concat([empty, file]));
  const countedSource = {
    size: hiddenSource.size,
    read: (position: number, length: number) => {
      reads += 1;
      return hiddenSource.read(position, length);
    },
  };
  expect(await openCuttable('m4a', countedSource)).toBeUndefined();
  expect(reads).toBeLessThan(2_000);
  expect(await open(makeM4a({ ...plain(2, 10), before: empty }))).toBeUndefined();
});

test('stops reading the tables on abort', async () => {
  const controller = new AbortController();
  const count = 3_000_000;
  const openPromise = open(makeM4a(plain(count, 1), count + SHORT_FILE), controller.signal);
  const reason = new Error('The client is gone.');
  controller.abort(reason);
  await expect(openPromise).rejects.toBe(reason);
});
