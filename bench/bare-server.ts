import Fastify from 'fastify';
import { createSessions } from '../server/auth/sessions.ts';
import { openDatabase } from '../server/db/open.ts';
import { requireUser } from '../server/http/session.ts';

/*
 * The baseline of the list: a bare Fastify route that answers the same bytes from memory after the same session check.
 */

const { DATABASE_URL = '', PORT = '0', ADMIN_EMAIL = '', SOURCE = '', TOKEN = '' } = process.env;
const database = await openDatabase(DATABASE_URL);
const sessions = createSessions(database, ADMIN_EMAIL);
const response = await fetch(SOURCE, { headers: { authorization: `Bearer ${TOKEN}` } });
const bytes = Buffer.from(await response.arrayBuffer());

const app = Fastify({ logger: false });
app.get('/ready', async () => 'ready');
app.get('/list', async (request, reply) => {
  await requireUser(sessions, request);
  return reply.type('application/json; charset=utf-8').send(bytes);
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => void app.close().then(() => database.close()));
