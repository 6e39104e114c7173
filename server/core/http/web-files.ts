import { open, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { readRange } from './byte-range.ts';
import { readAcceptEncoding } from './compress.ts';
import { matchesTag } from './entity-tags.ts';

/** The media types of the build. Files of other types are sent as downloads. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Asset names contain a hash of their content. */
const HASHED = 'public, max-age=31536000, immutable';
const OTHER = 'public, max-age=3600';

const suffixes = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof suffixes;

/** Returns the relative paths of all served files in a folder, with `/` as separator. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'index.html' && !/(?:^|\/)\./.test(path));
}

/** Opens a file, or returns undefined if it does not exist. */
async function openIfExists(path: string) {
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Opens the compressed version of a file that the client accepts, or the file itself. */
async function openForm(path: string, header: string | undefined) {
  const encoding: Encoding | undefined = readAcceptEncoding(header);
  const compressedFile = encoding && (await openIfExists(`${path}${suffixes[encoding]}`));
  if (compressedFile) return { file: compressedFile, encoding };
  const file = await openIfExists(path);
  return file && { file, encoding: undefined };
}

/** Returns true if the client already has this version of the file. An entity tag takes precedence over a date, which has whole seconds. */
function isKnown({ headers }: FastifyRequest, tag: string, modifiedAt: string): boolean {
  if (headers['if-none-match'] !== undefined) return matchesTag(headers['if-none-match'], tag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= Date.parse(modifiedAt);
}

/** Sends a file of the build or a part of it. A file that was deleted after the start is an unknown path. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const { headers } = request;
  const form = await openForm(path, headers['accept-encoding']);
  if (!form) {
    reply.callNotFound();
    return reply;
  }
  const { file, encoding } = form;
  let isSent = false;
  try {
    const { size, mtime } = await file.stat();
    const tag = `"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
    const modifiedAt = mtime.toUTCString();
    reply.headers({
      etag: `W/${tag}`,
      'last-modified': modifiedAt,
      vary: 'accept-encoding',
      'accept-ranges': 'bytes',
      'cache-control': /[\\/]assets[\\/]/.test(path) ? HASHED : OTHER,
    });
    if (isKnown(request, tag, modifiedAt)) return reply.code(304).send();

    const isHead = request.method === 'HEAD';
    const isPartial = !isHead && (headers['if-range'] ?? modifiedAt) === modifiedAt;
    const range = isPartial ? readRange(headers.range, size) : undefined;
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${size}`).removeHeader('cache-control');
      throw appError(knownErrors.rangeBeyondEnd);
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    reply.headers({
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': String(end - start + 1),
      ...(encoding && { 'content-encoding': encoding }),
    });
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    if (isHead || size === 0) return reply.send();
    isSent = true;
    // The stream closes the file, also when the client disconnects.
    return reply.send(file.createReadStream({ start, end }));
  } finally {
    if (!isSent) await file.close();
  }
}

/**
 * Serves every file that is in a folder at startup, except `index.html`. Supports GET, HEAD, conditional requests and one range per
 * request. Clients that accept it receive the compressed version of the build.
 */
export async function registerWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  for (const path of await listFiles(folder)) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${path}`,
      handler: (request, reply) => sendFile(request, reply, join(folder, path)),
    });
  }
}
