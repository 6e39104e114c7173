import { once } from 'node:events';
import { type ServerResponse, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, pipeline } from 'node:stream';
import { buffer as bytesOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { BlobFile } from '#server/core/blobs/blob-store';
import { createFileBodies } from './file-bodies.ts';

const MIB = 1024 ** 2;
/** Returns content without repetition, different for each seed. */
const content = (seed: number, length: number): Buffer => {
  const values = new Uint32Array(length / 4).map((_, index) => Math.imul(index + seed, 2_654_435_761));
  return Buffer.from(values.buffer);
};

const fileOf = (bytes: Buffer, close = vi.fn<() => void>()): BlobFile & { close: typeof close } => ({
  async read(into, length, position) {
    await setTimeout(0);
    return bytes.copy(into, 0, position, position + length);
  },
  close,
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server that serves each file at the path of its index. */
async function serve(files: readonly BlobFile[], end: number): Promise<string> {
  const bodyOf = createFileBodies();
  async function sendFile(url: string, response: ServerResponse): Promise<void> {
    const file = files[Number(url.slice(1))];
    const body = file && (await bodyOf(file, { start: 3, end }, response));
    if (body instanceof Readable) pipeline(body, response, () => undefined);
    else response.end(body);
  }
  const server = createServer((request, response) => void sendFile(request.url ?? '', response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const send = async (address: string) => bytesOf((await once(get(address), 'response'))[0] as Readable);

test('sends the correct bytes to more concurrent clients than there are large buffers', async () => {
  const storedFiles = Array.from({ length: 24 }, (_, seed) => content(seed * 1e6, 3 * MIB));
  const files = storedFiles.map((bytes) => fileOf(bytes));
  const address = await serve(files, 2.5 * MIB);
  for (let round = 0; round < 2; round++) {
    const responses = await Promise.all(storedFiles.map((_, number) => send(`${address}/${number}`)));
    for (const [number, bytes] of responses.entries())
      expect(bytes.equals(storedFiles[number]?.subarray(3, 2.5 * MIB + 1) ?? Buffer.alloc(0))).toBe(true);
  }
  await vi.waitFor(() => {
    for (const { close } of files) expect(close).toHaveBeenCalledTimes(2);
  });
});

test('reads two parts at once, and uses a bounded amount of memory for clients that receive nothing', async () => {
  const clients = 40;
  const bytes = content(1, 16 * MIB);
  let reads = 0;
  let most = 0;
  const read = vi.fn<BlobFile['read']>(async (into, length, position) => {
    most = Math.max(most, ++reads);
    await setTimeout(0);
    reads -= 1;
    return bytes.copy(into, 0, position, position + length);
  });
  const address = await serve([{ read, close: () => undefined }], 15 * MIB);
  const before = process.memoryUsage().arrayBuffers;
  const requests = Array.from({ length: clients }, () => get(`${address}/0`, { agent: false }));
  for (const request of requests) request.on('error', () => undefined);
  await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThanOrEqual(clients));
  let calls = 0;
  await vi.waitFor(
    () => {
      const isOver = read.mock.calls.length === calls;
      calls = read.mock.calls.length;
      expect(isOver).toBe(true);
    },
    { interval: 200, timeout: 10_000 },
  );
  expect(most).toBe(2);
  // 16 buffers of 1 MiB, others of 128 KiB, and 64 KiB in each client.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * MIB);
  for (const request of requests) request.destroy();
});

test('closes the file after the pending read when the client disconnects', async () => {
  const reading = Promise.withResolvers<number>();
  const close = vi.fn<() => void>();
  const read = vi.fn<BlobFile['read']>(() => reading.promise);
  const address = await serve([{ read, close }], 9);
  const request = get(`${address}/0`).on('error', () => undefined);
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  request.destroy();
  await setTimeout(50);
  expect(close).not.toHaveBeenCalled();
  reading.resolve(7);
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
});

test('aborts the response when the file is shorter than announced', async () => {
  const address = await serve([fileOf(content(1, 2 * MIB))], 3 * MIB);
  await expect(send(`${address}/0`)).rejects.toThrow('aborted');
});
