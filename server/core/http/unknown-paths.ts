import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusError } from './error-handler.ts';

/** Returns the methods of the routes that serve a path. */
export type MethodsOf = (path: string) => string[];

/** Records the methods of every route that is registered later. */
export function collectMethods(app: FastifyInstance): MethodsOf {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const httpMethod of [method].flat()) route.methods.add(httpMethod);
    routes.set(url, route);
  });
  return (path) => {
    const matches = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(matches.flatMap(({ methods }) => [...methods]))].toSorted();
  };
}

/** Converts a route path to an expression. `:id(^\d+$)` matches its own expression, and `:key` matches any text without a slash. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment.replaceAll(/[^\w-]/g, String.raw`\$&`);
    return /^:\w+\(\^(.+)\$\)$/.exec(segment)?.[1] ?? '[^/]+';
  });
  return new RegExp(`^${segments.join('/')}$`);
}

/** Returns 405 with the allowed methods if the path exists with other methods. Returns 404 otherwise, also for a deleted file. */
export function respondUnknownPath(
  request: FastifyRequest,
  reply: FastifyReply,
  methodsOf: MethodsOf,
): FastifyReply {
  const methods = methodsOf(request.url.split('?', 1)[0] ?? '');
  if (methods.length === 0 || methods.includes(request.method)) return reply.code(404).send(statusError(404));
  return reply.code(405).header('allow', methods.join(', ')).send(statusError(405));
}
