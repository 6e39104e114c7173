import type { FastifyInstance } from 'fastify';

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** The policy of data responses. A browser that shows one as a page loads and runs nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Returns the content security policy of the application's page. Scripts load only from this server, and style elements need the nonce of
 * the response. Trusted Types allow one default policy, which the page creates and which rejects markup. Images and audio load from this
 * server and from `mediaOrigins`, and all of them are uploaded files. `blob:` allows files that are not uploaded yet, and `data:` allows
 * images inside a response.
 */
export function pagePolicy(nonce: string, mediaOrigins: readonly string[] = []): string {
  const media = ["'self'", ...mediaOrigins].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${media} data: blob:`,
    `media-src ${media} blob:`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Returns the headers of every response. A page replaces the policy, and cacheable responses set their own caching. */
export function securityHeaders(requestId: string): Readonly<Record<string, string>> {
  return {
    ...always,
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
}

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, callback) => {
    reply.headers(securityHeaders(request.id));
    callback();
  });
}
