import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { knownErrors } from '#contract/core/errors';
import type { BlobStore, ByteRange } from '#server/core/blobs/blob-store';
import { isKey } from '#server/core/blobs/key';
import type { MediaOffload } from '#server/app/config';
import { notFound, appError } from '#server/core/errors';
import { mediaTypeOf } from '#server/core/media/stored-types';
import { readRange } from './byte-range.ts';
import { matchesTag } from './entity-tags.ts';
import { createFileBodies } from './file-bodies.ts';

/** The maximum number of cached file sizes. Sizes never change, and the cache saves a request to the storage per range. */
const CACHED_SIZES = 10_000;

/**
 * The lifetime of a signed URL in seconds. It is long enough for a player that repeats its requests, and limits the use of a copied URL.
 */
const SIGNED_SECONDS = 3_600;
/** The time in seconds that a client may cache the redirect. The URL is then valid for the same time again. */
const CACHE_SECONDS = SIGNED_SECONDS / 2;

/** Prevents a file that a browser opens directly from loading or running anything. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox";

/** Matches the WebVTT path of an audio file, with or without the extension of its key. */
const VTT = /^([\da-f]{40})(?:\.[a-z\d]{2,5})?\.vtt$/;

/** Returns the WebVTT of an audio file by the first part of its key. Undefined means that the file has none. */
export type VttOf = (stem: string) => Promise<string | undefined>;

/** Sends the WebVTT of an audio file. Its text may change, so caches must revalidate it. */
async function sendVtt(request: FastifyRequest, reply: FastifyReply, vtt: string | undefined) {
  if (vtt === undefined) throw notFound('file');
  const etag = `"${createHash('sha256').update(vtt).digest('base64url').slice(0, 27)}"`;
  reply.headers({
    etag,
    'cache-control': 'public, no-cache',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.headers({ 'content-type': 'text/vtt; charset=utf-8', 'content-length': Buffer.byteLength(vtt) });
  return reply.send(request.method === 'HEAD' ? undefined : vtt);
}

/**
 * Serves stored files to every client that has their key. Supports GET, HEAD, conditional requests and one byte range per request. The
 * content of a key never changes, so the key is the entity tag and caches may store the response permanently. With `offload`, a front
 * server or the storage sends the bytes of a GET. This server then sends only the responses without content.
 */
export function registerDownloads(
  app: FastifyInstance,
  {
    blobs,
    offload,
    vttOf = async () => undefined,
  }: {
    readonly blobs: BlobStore;
    readonly offload?: MediaOffload | undefined;
    readonly vttOf?: VttOf | undefined;
  },
): void {
  const { openFile, pathOf, presign } = blobs;
  const bodyOf = createFileBodies();
  const sizes = new LRUCache<string, number>({ max: CACHED_SIZES });

  async function sizeOf(key: string): Promise<number> {
    const knownSize = sizes.get(key);
    if (knownSize !== undefined) return knownSize;
    const stats = await blobs.stat(key);
    if (!stats) throw notFound('file');
    sizes.set(key, stats.size);
    return stats.size;
  }

  /**
   * Reads a file or a part of it. A short part of a file in a folder is returned as one buffer, because one write is cheaper than a stream.
   */
  async function read(
    key: string,
    {
      range,
      size,
      reply,
    }: { readonly range: ByteRange | undefined; readonly size: number; readonly reply: FastifyReply },
  ): Promise<Buffer | Readable | undefined> {
    if (!openFile || size === 0) return blobs.open(key, range);
    const file = await openFile(key);
    return file && bodyOf(file, range ?? { start: 0, end: size - 1 }, reply.raw);
  }

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const { key } = request.params as { key: string };
    const stem = VTT.exec(key)?.[1];
    if (stem !== undefined) return sendVtt(request, reply, await vttOf(stem));
    const type = isKey(key) ? mediaTypeOf(key) : undefined;
    if (!type) throw notFound('file');
    const isHead = request.method === 'HEAD';
    if (isHead) sizes.delete(key);
    const size = await sizeOf(key);
    const etag = `"${key}"`;
    const { headers } = request;
    const describe = () =>
      reply.headers({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        // The key permits access to the file, and apps of other origins show the files of the home screen.
        'cross-origin-resource-policy': 'cross-origin',
      });

    if (matchesTag(headers['if-none-match'], etag)) return describe().code(304).send();
    const isRangeValid = !isHead && (headers['if-range'] ?? etag) === etag;
    const range = isRangeValid ? readRange(headers.range, size) : undefined;
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${size}`);
      throw appError(knownErrors.rangeBeyondEnd);
    }
    if (!isHead && offload?.kind === 'x-accel' && pathOf) {
      const redirect = { 'x-accel-redirect': `${offload.prefix}/${pathOf(key)}` };
      return describe()
        .headers({ ...redirect, 'content-type': type, 'content-disposition': 'inline' })
        .send();
    }
    // Peaks are served from this origin, because scripts read them and they are small.
    if (!isHead && offload?.kind === 'presigned' && presign && /^(?:audio|image)\//.test(type)) {
      reply.headers({
        'cache-control': `private, max-age=${CACHE_SECONDS}`,
        'cross-origin-resource-policy': 'cross-origin',
      });
      return reply.redirect(await presign(key, type, SIGNED_SECONDS), 302);
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const content = isHead ? undefined : await read(key, { range, size, reply });
    if (!isHead && !content) {
      sizes.delete(key);
      throw notFound('file');
    }
    describe().headers({
      'content-type': type,
      'content-disposition': 'inline',
      'content-length': String(end - start + 1),
    });
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    return reply.send(content);
  }

  app.route({ method: ['GET', 'HEAD'], url: '/media/:key', handler: serve });
}
