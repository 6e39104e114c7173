import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { collectMethods, respondUnknownPath } from './unknown-paths.ts';

const app = Fastify();
const methodsOf = collectMethods(app);
app.get('/assets/gone.js', (_request, reply) => reply.callNotFound());
app.post('/books/:id(^\\d+$)', async () => 'changed');
app.setNotFoundHandler((request, reply) => respondUnknownPath(request, reply, methodsOf));
afterAll(() => app.close());

test.each<['GET' | 'HEAD' | 'PUT', string, number, string | undefined]>([
  ['GET', '/nothing', 404, undefined],
  ['GET', '/books/12', 405, 'POST'],
  ['PUT', '/books/12?a=b', 405, 'POST'],
  ['GET', '/books/twelve', 404, undefined],
  // The route exists and accepts the method, but the file was deleted.
  ['GET', '/assets/gone.js', 404, undefined],
  ['HEAD', '/assets/gone.js', 404, undefined],
  ['PUT', '/assets/gone.js', 405, 'GET, HEAD'],
])('returns for %s %s the status %i', async (method, url, status, allow) => {
  const response = await app.inject({ method, url });
  expect(response.statusCode).toBe(status);
  expect(response.headers['allow']).toBe(allow);
});
