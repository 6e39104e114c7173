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
  /** The fields, nested as their names say. Texts as they came; the contract's schemas read them. */
  readonly values: Record<string, unknown>;
  /** At most one a field. */
  readonly files: Map<string, StagedFile>;
  /** Removes the files that nobody has taken over. */
  discard(): Promise<void>;
}

export interface BodyLimits {
  /** Of the body without its files. */
  readonly maxBytes?: number;
  /** Keys, entries, objects and lists of a body of JSON. */
  readonly maxValues?: number;
}

export interface BodyOptions extends BodyLimits {
  readonly idleMs?: number;
  /** Runs before the first file of a form is received, with the fields that came before it; what it throws refuses the form. */
  readonly beforeFiles?: ((values: Record<string, unknown>) => Promise<void>) | undefined;
}

const ignore = () => undefined;

/**
 * Leaves every body unread until `readBody` asks for it: whoever is refused before that sends it to nobody. What is left
 * unread when the answer is out is discarded, so that the answer arrives.
 */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    if (hasBody(raw) && socket instanceof Socket) {
      raw.on('error', ignore);
      closeAfterBody(raw, socket);
      reply.raw.once('finish', () => {
        // When the server stops meanwhile, nothing else would end a connection that has become idle.
        void discardBody(raw).then(() => app.server.listening || socket.destroy());
      });
    }
    done();
  });
}

/** Between the parts of a form stand their headers. */
const MAX_PART_OVERHEAD = 16 * 1024 * 1024;

/**
 * Reads a request's body: multipart, JSON or urlencoded, all to the same shape, within the bounds of the contract.
 * @param accepted the fields that may carry a file; files of other fields are read past
 * @throws AppError 413 for what is too large (known from its announced length at once), 415 for another encoding, 422 for the
 *   unreadable, 408 after a minute of silence, 507 without room; nothing is left on disk then
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
  // A client that sends nothing need not say in what encoding.
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

/** Over fields and files in one canonical order: the same content has the same hash in any encoding of it. */
export function hashOf(values: unknown, files: ReadonlyMap<string, StagedFile>): string {
  const fileHashes = [...files.values()].map(({ field, size, sha256 }) => [field, size, sha256]);
  fileHashes.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([toCanonical(values), fileHashes]))
    .digest('hex');
}
