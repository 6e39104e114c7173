import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serverFolder } from '#server/core/server-module';
import type { RouteDefinition } from '../routes.ts';
import { sendPage } from '../static.ts';
import { describeApi } from './openapi.ts';
import { readScript, renderReference } from './page/page.ts';
import { type ExampleResponses, withExamples } from './with-examples.ts';

/** Reads the responses of the examples, as recorded by the tests. */
const readExampleResponses = (): ExampleResponses =>
  JSON.parse(
    readFileSync(join(serverFolder, 'core/http/api-docs/example-responses.json'), 'utf8'),
  ) as ExampleResponses;

/** Adds `/api/docs` and `/api/openapi.json`. The first request creates both from the served routes. */
export function addReference(
  app: FastifyInstance,
  {
    routes,
    title,
    version,
  }: { readonly routes: readonly RouteDefinition[]; readonly title: () => string; readonly version: string },
): void {
  let cachedReference: { title: string; json: string; page: string; script: string } | undefined;
  const reference = () => {
    const name = title();
    if (cachedReference?.title !== name) {
      const document = withExamples(describeApi(routes, name, version), readExampleResponses());
      cachedReference = {
        title: name,
        json: JSON.stringify(document),
        page: renderReference(document),
        script: readScript(),
      };
    }
    return cachedReference;
  };
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(reference().json),
  );
  app.get('/api/docs', async (_request, reply) => sendPage(reply, reference().page));
  app.get('/api/docs/', async (_request, reply) => reply.redirect('/api/docs'));
  app.get('/api/docs/reference.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(reference().script),
  );
}
