import { type Hash, createHash } from 'node:crypto';
import fastJson from 'fast-json-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { matchesTag } from './entity-tags.ts';
import { createChunkWriter } from './respond-in-chunks.ts';
import { type ReadyResponse, type RouteDefinition, okSchemaOf, toJsonSchema } from './routes.ts';

/**
 * Returns a serializer that is created with its first response. Creating the serializers of all routes at startup would take a second, and
 * memory for routes that are rarely used.
 */
function serializerOf(schema: () => z.ZodType): (response: unknown) => string {
  let serialize: ((response: unknown) => string) | undefined;
  return (response) => {
    serialize ??= fastJson(toJsonSchema(schema(), 'output'));
    return serialize(response);
  };
}

/**
 * Returns the serializer of a route, and a function that turns the result of its handler into the payload for Fastify. Long lists are
 * serialized in parts, and records get an entity tag.
 */
export function createResponder(route: RouteDefinition) {
  const { longList, readsRecord, cache } = route;
  const serialize = serializerOf(() => okSchemaOf(route));
  const chunks =
    longList &&
    createChunkWriter(
      longList,
      serializerOf(() => longList.entry),
    );

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    result: Awaited<ReturnType<RouteDefinition['handle']>>,
  ): Promise<unknown> {
    if ('json' in result) return sendReady(request, { reply, ready: result, cache });
    if ('errorInfo' in result) return { success: false, message: result.errorInfo, data: null };
    const record = result.data;
    const envelope = { success: true, message: result.message ?? 'OK', data: record };
    if (chunks?.isLong(record)) {
      const hash = createHash('sha256');
      const bytes = await chunks.write(envelope, serialize, (text) => hash.update(text));
      if (readsRecord && isKnownRecord(request, { reply, record, hash })) return sendUnchanged(reply);
      return await reply.type('application/json; charset=utf-8').send(bytes);
    }
    if (!readsRecord) return envelope;
    const hash = createHash('sha256').update(JSON.stringify(record));
    return isKnownRecord(request, { reply, record, hash }) ? sendUnchanged(reply) : envelope;
  }

  return { serialize, respond };
}

const sendUnchanged = (reply: FastifyReply): FastifyReply => reply.code(304).send();

/**
 * Adds an entity tag of the record's version and a hash of the response data, which can change without the record. The version makes the
 * tag valid for `If-Match`.
 * @returns true if the client already has this response
 */
function isKnownRecord(
  request: FastifyRequest,
  { reply, record, hash }: { readonly reply: FastifyReply; readonly record: unknown; readonly hash: Hash },
): boolean {
  const { version = 0 } = record as { version?: number };
  const etag = `"${version}-${hash.digest('base64url').slice(0, 22)}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  return matchesTag(request.headers['if-none-match'], etag);
}

function sendReady(
  request: FastifyRequest,
  {
    reply,
    ready: { json, etag, isPrivate },
    cache = 'no-cache',
  }: { readonly reply: FastifyReply; readonly ready: ReadyResponse; readonly cache?: string | undefined },
): FastifyReply {
  reply.headers({ etag, 'cache-control': isPrivate ? 'no-store' : cache });
  if (matchesTag(request.headers['if-none-match'], etag)) return sendUnchanged(reply);
  return reply.type('application/json; charset=utf-8').send(json);
}
