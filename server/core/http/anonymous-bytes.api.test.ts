import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { operationsOf } from './api-docs/openapi.ts';

/*
 * Measures the bytes that the server reads from and sends to a client without a session. Bytes of a body that arrive after the response are
 * read and discarded, so only bytes before the response count.
 */

const CHUNK_BYTES = 1_024;
/** The maximum number of chunks that a client sends. */
const MAX_CHUNKS = 256;
/** The maximum size of a body before the response: the server rejects a body when the next chunk arrives. */
const MAX_HELD = limits.maxOpenBodyBytes + 32 * CHUNK_BYTES;
/** The maximum size of an error or a short response, with its headers. */
const MAX_SENT = 6_000;

/** The maximum sizes of responses that need no sign-in, with an empty catalogue. */
const longResponses: Readonly<Record<string, number>> = {
  'GET /api/openapi.json': 3_000_000,
  'GET /api/docs': 3_000_000,
  'GET /api/docs/reference.js': 100_000,
};

const api = await openSqliteApp();
let port: number;
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = api.app.server.address() as AddressInfo);
});
afterAll(() => api.close());

/**
 * Sends an endless body until the response arrives.
 * @returns the bytes of the body before the response, and the bytes of the response
 */
async function attack(
  method: string,
  path: string,
): Promise<{ bufferedBytes: number; sentBytes: number; head: string }> {
  const socket = connect(port, '127.0.0.1');
  let head = '';
  let sentBytes = 0;
  const closeEvent = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      if (sentBytes === 0) head = chunk.toString('latin1', 0, 40);
      sentBytes += chunk.length;
    });
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...(hasBody ? ['content-type: application/json', 'transfer-encoding: chunked'] : []),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let bufferedBytes = 0;
  const maxChunks = hasBody ? MAX_CHUNKS : 0;
  for (let chunk = 0; chunk < maxChunks; chunk += 1) {
    if (sentBytes > 0 || socket.destroyed) break;
    const bytes = `${chunk === 0 ? '"' : ''}${'a'.repeat(CHUNK_BYTES - (chunk === 0 ? 1 : 0))}`;
    socket.write(`${CHUNK_BYTES.toString(16)}\r\n${bytes}\r\n`);
    bufferedBytes += CHUNK_BYTES;
    await delay(2);
  }
  if (hasBody) socket.write('0\r\n\r\n');
  await closeEvent;
  return { bufferedBytes, sentBytes, head };
}

async function allCalls(): Promise<(readonly [method: string, path: string])[]> {
  const document = await api.readReference();
  const operationPaths = operationsOf(document).map(({ method, path }) => {
    const base = document.paths[path]?.servers ? '' : '/api';
    return [method.toUpperCase(), `${base}${path.replaceAll(/\{\w+\}/g, '999999')}`] as const;
  });
  const others = Object.keys(longResponses).map((call) => call.split(' ') as [string, string]);
  return [...operationPaths, ...others, ['POST', '/api/nothing'], ['GET', '/'], ['PUT', '/']];
}

test('reads and sends few bytes for a request without a session', {
  timeout: 240_000,
}, async () => {
  const beyond: unknown[] = [];
  for (const [method, path] of await allCalls()) {
    const { bufferedBytes, sentBytes, head } = await attack(method, path);
    const maxSent = longResponses[`${method} ${path}`] ?? MAX_SENT;
    if (bufferedBytes > MAX_HELD || sentBytes > maxSent || sentBytes === 0)
      beyond.push({ method, path, heldBytes: bufferedBytes, sentBytes, head });
  }
  expect(beyond).toEqual([]);
});
