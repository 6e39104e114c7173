import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { discardLimits } from './incoming.ts';

/** Bytes that the buffers of both ends of a connection may hold. */
const BUFFERS = 16 * 1024 * 1024;
const CHUNK = Buffer.alloc(256 * 1024, 'a');

const api = await openSqliteApp();
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

/** Sends a body without end until the connection closes. @param reads the client reads the answer before it has sent everything */
async function send(bodyBytes: number, reads: 'meanwhile' | 'afterwards') {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let response = '';
  let sentBytes = 0;
  const startedAt = performance.now();
  const closeEvent = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  const read = () => socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
  if (reads === 'meanwhile') read();
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${bodyBytes}\r\n\r\n`,
  );
  while (sentBytes < bodyBytes && !socket.destroyed) {
    if (!socket.write(CHUNK))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closeEvent]);
    sentBytes += CHUNK.length;
    if (sentBytes % (64 * CHUNK.length) === 0) await pause(0);
  }
  if (reads === 'afterwards') {
    read();
    await Promise.race([closeEvent, pause(500)]);
    socket.destroy();
  }
  await closeEvent;
  return { response, sentBytes, ms: performance.now() - startedAt };
}

test('closes the connection of a client that sends without end, after the error', async () => {
  const { response, sentBytes, ms } = await send(2 * 1024 ** 3, 'meanwhile');
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(response).toContain('"success":false');
  expect(sentBytes).toBeLessThan(discardLimits.maxBytes + BUFFERS);
  expect(ms).toBeLessThan(discardLimits.maxMs + discardLimits.lingerMs);
});

test('returns the error to a client that sends everything before it reads', async () => {
  const { response, sentBytes } = await send(discardLimits.maxBytes / 2, 'afterwards');
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(response).toContain('"success":false');
  expect(sentBytes).toBe(discardLimits.maxBytes / 2);
});
