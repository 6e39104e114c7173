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
import { namesTag } from './entity-tags.ts';
import { createFileBodies } from './file-bodies.ts';

/** Sizes never change, so remembering some spares the store a question for each range of a playback. */
const CACHED_SIZES = 10_000;

/** Long enough for a player that asks again for each part, short enough that a copied address is soon worth nothing. */
const SIGNED_SECONDS = 3_600;
/** An address that is kept until then is good for as long again. */
const KEPT_SECONDS = SIGNED_SECONDS / 2;

/** A file that a browser opens by itself may load and run nothing. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox";

/** The texts of a sound as WebVTT, by its key without or with the extension. */
const VTT = /^([\da-f]{40})(?:\.[a-z\d]{2,5})?\.vtt$/;

/** The WebVTT of a file of audio by the first part of its key; undefined for a file without one. */
export type VttOf = (stem: string) => Promise<string | undefined>;

/** Unlike files, texts change: they may be kept, and are asked for again. */
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
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.headers({ 'content-type': 'text/vtt; charset=utf-8', 'content-length': Buffer.byteLength(vtt) });
  return reply.send(request.method === 'HEAD' ? undefined : vtt);
}

/**
 * Serves stored files to whoever knows their key: GET and HEAD, one byte range an answer, conditional requests. The content
 * under a key never changes, so the key itself is the entity tag and caches may keep the answer for good. With `offload`
 * somebody else sends the bytes that a GET asked for; questions that need none are answered here.
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

  /** Of a folder a short part is one buffer: one write of it is much cheaper than a stream. */
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
        // An app of another origin shows what the home screen names; who has the key may have the file.
        'cross-origin-resource-policy': 'cross-origin',
      });

    if (namesTag(headers['if-none-match'], etag)) return describe().code(304).send();
    const isRangeValid = !isHead && (headers['if-range'] ?? etag) === etag;
    const range = isRangeValid ? readRange(headers.range, size) : undefined;
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${size}`);
      throw appError(knownErrors.rangeBeyondEnd);
    }
    if (!isHead && offload?.kind === 'x-accel' && pathOf) {
      const bookContent = { 'x-accel-redirect': `${offload.prefix}/${pathOf(key)}` };
      return describe()
        .headers({ ...bookContent, 'content-type': type, 'content-disposition': 'inline' })
        .send();
    }
    // A script may read only what comes from its own origin, and peaks are small.
    if (!isHead && offload?.kind === 'presigned' && presign && /^(?:audio|image)\//.test(type)) {
      reply.headers({
        'cache-control': `private, max-age=${KEPT_SECONDS}`,
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
