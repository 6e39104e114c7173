import Fastify from 'fastify';

/*
 * The baseline of the list: a plain Fastify route that returns the same bytes from memory.
 */

const { PORT = '0', SOURCE = '', TOKEN = '' } = process.env;
const response = await fetch(SOURCE, { headers: { authorization: `Bearer ${TOKEN}` } });
const bytes = Buffer.from(await response.arrayBuffer());

const app = Fastify({ logger: false });
app.get('/ready', async () => 'ready');
app.get('/list', async (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => void app.close());
