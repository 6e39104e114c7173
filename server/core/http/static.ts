import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sharedPreviewPath } from '#contract/mobile-home/preview-links';
import type { PageSettings } from '#contract/settings/page';
import type { Config } from '#server/app/config';
import { bucketAddress, readBucketLocation } from '#server/core/blobs/s3-address';
import { packageRoot } from '#server/core/package-root';
import { pagePolicy } from './security.ts';
import { type MethodsOf, respondUnknownPath } from './unknown-paths.ts';
import { registerWebFiles } from './web-files.ts';

type MediaConfig = Pick<Config, 'mediaBaseUrl' | 'mediaOffload' | 'blobStoreUrl'>;
type PageConfig = MediaConfig & Pick<Config, 'adminEmail'>;

const escapeAttribute = (text: string): string =>
  text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Returns the allow-list of the specification: the salt and the salted SHA-256 hash of the address. The page never contains the address.
 */
function newAllowList(adminEmail: string): string {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${createHash('sha256').update(`${salt}:${adminEmail}`).digest('hex')}`;
}

interface WebApplication {
  readonly folder: string;
  readonly settings: () => PageSettings;
  readonly mediaOrigins: readonly string[];
  /** The address of the primary administrator, trimmed and in lower case. */
  readonly adminEmail: string;
}

/** Sends a page with a new nonce in its policy and at every `__NONCE__`. */
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
 * Serves the web application. Hashed files are immutable and are sent compressed if the client accepts it. The page is created for each
 * response with a new nonce and the settings.
 * @returns a function that sends the page
 */
export async function serveWebApplication(
  app: FastifyInstance,
  { folder, settings, mediaOrigins, adminEmail }: WebApplication,
): Promise<(reply: FastifyReply) => FastifyReply> {
  const template = (await readFile(join(folder, 'index.html'), 'utf8')).replaceAll(
    '__ALLOW_LIST__',
    newAllowList(adminEmail),
  );
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

  await registerWebFiles(app, folder);
  return (reply) => sendPage(reply, current(), mediaOrigins);
}

/** Returns the other origins that serve images and audio. */
export function mediaOriginsOf({ mediaBaseUrl, mediaOffload, blobStoreUrl }: MediaConfig): string[] {
  const store =
    mediaOffload?.kind === 'presigned' ? bucketAddress(readBucketLocation(blobStoreUrl)) : undefined;
  return [mediaBaseUrl, store].flatMap((address) => (address ? [new URL(address).origin] : []));
}

const isSharedPreview = (url: string): boolean => url.split('?', 1)[0] === sharedPreviewPath;

/** Handles every path without a route. Sends the web application for page requests if it is built, else 404 or 405. */
export async function servePages(
  app: FastifyInstance,
  {
    page,
    config,
    methodsOf,
  }: { readonly page: () => PageSettings; readonly config: PageConfig; readonly methodsOf: MethodsOf },
): Promise<void> {
  const folder = join(packageRoot, 'dist', 'web');
  const sendWebApplication = existsSync(join(folder, 'index.html'))
    ? await serveWebApplication(app, {
        folder,
        settings: page,
        mediaOrigins: mediaOriginsOf(config),
        adminEmail: config.adminEmail,
      })
    : undefined;
  app.setNotFoundHandler((request, reply) => {
    const isPage = /^(GET|HEAD)$/.test(request.method) && !/^\/(api|media|assets)(\/|$|\?)/.test(request.url);
    if (isPage && sendWebApplication) {
      if (isSharedPreview(request.url)) reply.header('referrer-policy', 'no-referrer');
      return sendWebApplication(reply);
    }
    return respondUnknownPath(request, reply, methodsOf);
  });
}
