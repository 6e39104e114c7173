import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/core/limits';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import type { StagedFile } from '#server/core/media/staged-file';
import type { FileKind, Staging } from '#server/core/media/staging';
import { createFieldGauge, createFormGauge, createJsonGauge } from './body-limits.ts';
import { type FormEntries, readFormData } from './form-data.ts';
import { nestFields, toCanonical, withoutPrototypes } from './form-fields.ts';
import { IDLE_TIMEOUT_MS, closeAfterBody, discardBody, hasBody, readBytes } from './incoming.ts';

export interface RequestBody {
  /** The fields, nested by their names. Values are strings as sent, and the contract's schemas parse them. */
  readonly values: Record<string, unknown>;
  /** The files by field, at most one per field. */
  readonly files: Map<string, StagedFile>;
  /** Deletes the staged files that no service has stored. */
  discard(): Promise<void>;
}

export interface BodyLimits {
  /** The maximum size of the body in bytes, without its files. */
  readonly maxBytes?: number;
  /** The maximum number of keys, entries, objects and lists in a JSON body. */
  readonly maxValues?: number;
}

export interface BodyOptions extends BodyLimits {
  readonly idleMs?: number;
  /** Runs before the first file of a form is received, with the fields that precede it. An error rejects the form. */
  readonly beforeFiles?: ((values: Record<string, unknown>) => Promise<void>) | undefined;
}

const ignore = () => undefined;

/**
 * Leaves every body unread until `readBody` is called, so a request that is rejected earlier transfers no body. The rest of an unread body
 * is discarded after the response, so the client receives the response.
 */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, callback) => callback(null));
  app.addHook('onRequest', (request, reply, callback) => {
    const { raw } = request;
    const { socket } = raw;
    if (hasBody(raw) && socket instanceof Socket) {
      raw.on('error', ignore);
      closeAfterBody(raw, socket);
      // Ahead of Node, which would read all of the rest.
      reply.raw.prependOnceListener('finish', () => {
        // A closed server no longer ends idle connections, so the socket is destroyed here.
        void discardBody(raw).then(() => app.server.listening || socket.destroy());
      });
    }
    callback();
  });
}

/** The maximum size in bytes of the headers between the parts of a form. */
const MAX_PART_OVERHEAD = 16 * 1024 * 1024;

/**
 * Reads the body of a request within the limits of the contract. Multipart, JSON and urlencoded bodies have the same result.
 * @param accepted the fields that accept a file. Files of other fields are ignored.
 * @throws AppError 413 if the body is too large, 415 for another encoding, 422 if the body is invalid, 408 after a minute without data, 507
 * if the disk is full. All staged files are then deleted.
 */
export async function readBody(
  { raw, headers }: FastifyRequest,
  {
    accepted,
    staging,
    options = {},
  }: {
    readonly accepted: Readonly<Record<string, FileKind>>;
    readonly staging: Staging;
    readonly options?: BodyOptions | undefined;
  },
): Promise<RequestBody> {
  const { maxBytes = limits.maxBodyBytes, maxValues = limits.maxValues, idleMs = IDLE_TIMEOUT_MS } = options;
  const encoding = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const files = new Map<string, StagedFile>();
  const discard = async () => {
    await Promise.all([...files.values()].map((file) => file.discard()));
  };
  if (encoding === 'multipart/form-data') {
    const kinds = Object.values(accepted);
    const overhead = kinds.length > 0 ? MAX_PART_OVERHEAD : 0;
    const maxBodyBytes = kinds.reduce((sum, kind) => sum + staging.maxBytes[kind], maxBytes + overhead);
    assertAnnouncedSize(raw, maxBodyBytes);
    const { beforeFiles } = options;
    const form = await readFormData(raw, {
      accepted,
      staging,
      idleMs,
      maxTextBytes: maxBytes,
      maxBodyBytes,
      beforeFiles: beforeFiles && (async (entries: FormEntries) => beforeFiles(await nestFields(entries))),
    });
    for (const [field, file] of form.files) files.set(field, file);
    try {
      return { values: await nestFields(form.entries), files, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }
  return {
    values: await readText(raw, { encoding, limits: { maxBytes, maxValues }, idleMs }),
    files,
    discard,
  };
}

function assertAnnouncedSize(raw: IncomingMessage, maxBytes: number): void {
  if (Number(raw.headers['content-length'] ?? 0) > maxBytes) throw appError(knownErrors.tooLarge);
}

async function readText(
  raw: IncomingMessage,
  {
    encoding,
    limits: { maxBytes, maxValues },
    idleMs,
  }: {
    readonly encoding: string | undefined;
    readonly limits: Required<BodyLimits>;
    readonly idleMs: number;
  },
): Promise<Record<string, unknown>> {
  const readDecoded = async (gauge: (chunk: Buffer) => void) => {
    const text = decode(await readBytes(raw, { maxBytes, idleMs, check: gauge }));
    await yieldToEventLoop();
    return text;
  };
  assertAnnouncedSize(raw, maxBytes);
  if (encoding === 'application/json') {
    return parseJson(await readDecoded(createJsonGauge(maxValues)));
  }
  if (encoding === 'application/x-www-form-urlencoded') {
    return parseForm(await readDecoded(createFormGauge()));
  }
  // An empty body needs no `Content-Type`.
  const bytes = await readBytes(raw, { maxBytes, idleMs });
  if (decode(bytes).trim() === '') return {};
  throw appError(knownErrors.neitherJsonNorForm);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw appError(knownErrors.notUtf8);
  }
}

function parseJson(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw appError(knownErrors.notJson);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return withoutPrototypes(value as Record<string, unknown>);
  }
  throw appError(knownErrors.notAnObject);
}

async function parseForm(text: string): Promise<Record<string, unknown>> {
  const gauge = createFieldGauge();
  const entries = new URLSearchParams(text);
  for (const value of entries.values()) gauge(value);
  await yieldToEventLoop();
  return nestFields(entries);
}

/** Returns a hash of fields and files in a canonical order. Equal content has the same hash in every encoding. */
export function hashOf(values: unknown, files: ReadonlyMap<string, StagedFile>): string {
  const fileHashes = [...files.values()].map(({ field, size, sha256 }) => [field, size, sha256]);
  fileHashes.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([toCanonical(values), fileHashes]))
    .digest('hex');
}
