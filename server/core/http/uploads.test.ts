import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { makeForm, openBodyReader } from '#server/testing/body-reader';

const MIB = 1024 * 1024;

const reader = await openBodyReader();
afterAll(() => reader.close());

describe('files', () => {
  test('are received completely, with fields around them', async () => {
    const response = await reader.send(
      makeForm(
        ['name', 'x'],
        ['image', new Blob(['image']), 'a.png'],
        ['audio', new Blob(['audio']), 'b'],
        ['z', '1'],
      ),
    );
    expect(response).toMatchObject({
      status: 200,
      values: { name: 'x', z: '1' },
      files: { image: 'image', audio: 'audio' },
    });
    expect(await reader.staged()).toEqual([]);
  });

  test('change the hash by content, not by name', async () => {
    const hash = async (content: string, name: string) =>
      (await reader.send(makeForm(['image', new Blob([content]), name]))).sha256;
    expect(await hash('one', 'a')).toBe(await hash('one', 'b'));
    expect(await hash('one', 'a')).not.toBe(await hash('two', 'a'));
  });

  test('of unknown fields are ignored', async () => {
    const response = await reader.send(
      makeForm(['other', new Blob(['x'.repeat(300_000)]), 'a'], ['name', 'x']),
    );
    expect(response).toMatchObject({ status: 200, values: { name: 'x' }, files: {} });
    expect(await reader.staged()).toEqual([]);
  });

  test('are absent for a blank file input', async () => {
    const body = '--b\r\ncontent-disposition: form-data; name="image"; filename=""\r\n\r\n\r\n--b--\r\n';
    expect(await reader.send(body, 'multipart/form-data; boundary=b')).toMatchObject({
      status: 200,
      files: {},
    });
    expect(await reader.staged()).toEqual([]);
  });

  test('are rejected when one field contains two', async () => {
    const response = await reader.send(
      makeForm(['image', new Blob(['1']), 'a'], ['image', new Blob(['2']), 'b']),
    );
    expect(response).toMatchObject({ status: 422, errors: { image: expect.any(String) } });
    expect(await reader.staged()).toEqual([]);
  });

  test('above the size limit are rejected with the limit in the message, and the connection stays usable', async () => {
    const large = new Blob([new Uint8Array(8 * MIB)]);
    for (let round = 0; round < 3; round += 1) {
      const response = await reader.send(
        makeForm(['audio', new Blob(['x']), 'b'], ['image', large, 'a'], ['name', 'x']),
      );
      expect(response).toMatchObject({
        status: 413,
        message: 'The image is too large. The maximum size is 1 KB.',
      });
      expect(await reader.staged()).toEqual([]);
    }
  });

  test('are not received after an earlier rejection, and the client receives the response', async () => {
    const response = await reader.send(
      makeForm(['image', new Blob([new Uint8Array(8 * MIB)]), 'a']),
      undefined,
      '/refuse',
    );
    expect(response.status).toBe(401);
    expect(await reader.staged()).toEqual([]);
  });
});

describe('a client that', () => {
  const start = '--b\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\n';
  const end = '\r\n--b--\r\n';
  const head = (fileBytes: number) =>
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
    `content-length: ${start.length + fileBytes + end.length}\r\n\r\n${start}`;

  const open = (port = reader.port) => connect(port, '127.0.0.1');

  test('sends 100 MiB is read no faster than the disk writes', async () => {
    const chunk = Buffer.alloc(MIB);
    const socket = open();
    const response = once(socket, 'data');
    let mostHeld = 0;
    socket.write(head(100 * MIB));
    for (let index = 0; index < 100; index += 1) {
      if (!socket.write(chunk)) await once(socket, 'drain');
      // The bytes that are in transit, in system buffers and in memory.
      mostHeld = Math.max(mostHeld, socket.bytesWritten - (await reader.stagedBytes()));
    }
    socket.write(end);
    expect(String((await response)[0])).toContain(`${100 * MIB} bytes`);
    expect(mostHeld / MIB).toBeLessThan(64);
    socket.destroy();
  });

  test('disconnects leaves no staged file', async () => {
    const socket = open();
    socket.write(head(10 * MIB) + 'x'.repeat(300_000));
    await vi.waitFor(async () => expect(await reader.staged()).toHaveLength(1), { timeout: 60_000 });
    socket.destroy();
    await vi.waitFor(async () => expect(await reader.staged()).toHaveLength(0), { timeout: 60_000 });
  });

  test('sends nothing is disconnected', async () => {
    const strict = await openBodyReader({ idleMs: 200 });
    const socket = open(strict.port);
    socket.on('error', () => undefined).resume();
    socket.write(head(10 * MIB) + 'x'.repeat(300_000));
    await once(socket, 'close');
    expect(await strict.staged()).toEqual([]);
    await strict.close();
  });

  test('sends slowly but steadily is served', async () => {
    const chunk = 'x'.repeat(100);
    // The limit is shorter than the whole upload and longer than the pause between two parts.
    const strict = await openBodyReader({ idleMs: 1_500 });
    const socket = open(strict.port);
    socket.write(head(20 * chunk.length));
    const response = once(socket, 'data');
    for (let index = 0; index < 20; index += 1) {
      await sleep(100);
      socket.write(chunk);
    }
    socket.write(end);
    expect(String((await response)[0])).toContain('200 OK');
    socket.destroy();
    await strict.close();
  });

  test('sends malformed forms receives a response', async () => {
    for (const body of [
      '--b\r\n\r\n--b--',
      '--b--',
      '--b\r\n: \r\n\r\nx\r\n--b--',
      '\r\n\r\n',
      `--b\r\n${'a'.repeat(99_999)}`,
    ]) {
      const response = await reader.send(body, 'multipart/form-data; boundary=b');
      expect([200, 413, 422]).toContain(response.status);
    }
  });
});
