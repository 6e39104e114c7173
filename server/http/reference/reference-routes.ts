import type { FastifyInstance } from 'fastify';
import { describeApi } from './openapi.ts';
import { renderReference } from './page.ts';
import type { RouteDefinition } from '../routes.ts';
import { sendPage } from '../static.ts';

/** `/api/docs` and `/api/openapi.json`, made at the first request from the routes that are served. */
export function addReference(
  app: FastifyInstance,
  routes: readonly RouteDefinition[],
  title: string,
  version: string,
): void {
  let made: { json: string; page: string } | undefined;
  const reference = () => {
    if (!made) {
      const document = describeApi(routes, title, version);
      made = { json: JSON.stringify(document), page: renderReference(document) };
    }
    return made;
  };
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(reference().json),
  );
  app.get('/api/docs', async (_request, reply) => sendPage(reply, reference().page));
  app.get('/api/docs/', async (_request, reply) => reply.redirect('/api/docs'));
}
