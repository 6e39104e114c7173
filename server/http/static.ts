import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PageSettings } from '#contract/settings/page';
import { pagePolicy } from './security.ts';

const escapeAttribute = (text: string): string =>
  text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Sends a page with a fresh nonce, in its policy and wherever the page says `__NONCE__`. */
export function sendPage(
  reply: FastifyReply,
  page: string,
  mediaOrigins: readonly string[] = [],
): FastifyReply {
  const nonce = randomBytes(18).toString('base64url');
  return reply
    .header('content-security-policy', pagePolicy(nonce, mediaOrigins))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__NONCE__', nonce));
}

/**
 * Serves the web application: hashed files are immutable and come precompressed where the client takes that; the page
 * itself is made for each answer, with a fresh nonce and the settings.
 * @returns what sends the page, for every path that is no file.
 */
export async function serveWebApplication(
  app: FastifyInstance,
  folder: string,
  settings: () => PageSettings,
  mediaOrigins: readonly string[],
): Promise<(reply: FastifyReply) => FastifyReply> {
  const template = await readFile(join(folder, 'index.html'), 'utf8');
  let page = { revision: -1, text: '' };
  const current = (): string => {
    const now = settings();
    if (page.revision === now.revision) return page.text;
    const text = template
      .replaceAll('__SETTINGS__', () => escapeAttribute(JSON.stringify(now)))
      .replaceAll('__TITLE__', () => escapeAttribute(now.product_name));
    page = { revision: now.revision, text };
    return text;
  };

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });

  return (reply) => sendPage(reply, current(), mediaOrigins);
}
