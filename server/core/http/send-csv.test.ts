import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendCsv } from './send-csv.ts';

const CHUNKS = 100;
const ROWS_PER_CHUNK = 500;
const text = 'The Last Lighthouse Keeper, as it was called'.repeat(3);

test('reads the rows of a long table only as fast as the client reads the response', async () => {
  let createdCount = 0;
  async function* rows() {
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      createdCount += 1;
      yield Array.from({ length: ROWS_PER_CHUNK }, (_, index) => [chunk * ROWS_PER_CHUNK + index, text]);
      // A database returns rows asynchronously, and also without a waiting reader.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const app = Fastify();
  app.get('/table', (_request, reply) =>
    sendCsv(reply, { name: 'table', columns: ['id', 'text'], rows: rows() }),
  );
  const response = await app.inject({ url: '/table', payloadAsStream: true });
  const chunkBytes = ROWS_PER_CHUNK * (text.length + 8);
  const ahead: number[] = [];
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.stream()) {
    const chunkText = String(chunk);
    bytes += chunkText.length;
    lines += chunkText.split('\r\n').length - 1;
    // The client reads slowly, so the server has time to read all rows.
    for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
    ahead.push(createdCount * chunkBytes - bytes);
  }
  await app.close();
  expect(lines).toBe(1 + CHUNKS * ROWS_PER_CHUNK);
  expect(bytes).toBeGreaterThan(CHUNKS * ROWS_PER_CHUNK * text.length);
  expect(Math.max(...ahead)).toBeLessThan(6 * chunkBytes);
});

test('quotes special characters and escapes formulas', async () => {
  async function* rows() {
    yield [
      [1, '=1+1'],
      [2, 'a "b", c'],
    ];
  }
  const app = Fastify();
  app.get('/table', (_request, reply) =>
    sendCsv(reply, { name: 'table', columns: ['id', 'text'], rows: rows() }),
  );
  const { body } = await app.inject('/table');
  await app.close();
  expect(body).toBe('\uFEFFid,text\r\n1,\'=1+1\r\n2,"a ""b"", c"\r\n');
});
