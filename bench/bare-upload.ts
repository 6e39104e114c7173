import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';

/*
 * The baseline of uploads: a plain Fastify route that writes the request body to disk.
 */

const { PORT = '0', FOLDER = '.' } = process.env;
const app = Fastify({ logger: false });
app.addContentTypeParser('application/octet-stream', (_request, payload, callback) =>
  callback(null, payload),
);
app.get('/ready', async () => 'ready');
app.patch('/upload', async (request, reply) => {
  await pipeline(
    request.body as NodeJS.ReadableStream,
    createWriteStream(join(FOLDER, 'bare.bin'), { flags: 'a' }),
  );
  return reply.status(204).send();
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => void app.close());
