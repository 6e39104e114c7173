import type { FastifyInstance } from 'fastify';

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** For answers that are data: a browser that shows them as a page may load and run nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of the application's page: code only from files of this server, style elements only with this answer's nonce,
 * Trusted Types with one default policy (which the page makes, and which lets no markup through). Images and audio
 * come from this server and from `mediaOrigins`: all of them are uploaded files. `blob:` shows files that are not
 * uploaded yet, and `data:` images that a response contains.
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

/**
 * The headers of every response; a page replaces the policy by its own, and cacheable responses set their own
 * caching.
 */
export function securityHeaders(requestId: string): Readonly<Record<string, string>> {
  return {
    ...always,
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
}

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders(request.id));
    done();
  });
}
