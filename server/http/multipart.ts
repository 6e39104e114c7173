import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits';
import { invalid, tooLarge, unsupportedMedia } from '#server/errors';
import type { StagedFile } from '#server/media/staged-file';
import type { FileKind, Staging } from '#server/media/staging';
import { readFormData } from './form-data.ts';
import { nestFields, toCanonical } from './form-fields.ts';
import { SILENCE_MS, readBytes } from './incoming.ts';

export interface RequestBody {
  /** The fields, nested as their names say. Texts as they came; the contract's schemas read them. */
  readonly values: Record<string, unknown>;
  /** At most one a field. */
  readonly files: Map<string, StagedFile>;
  /** Over fields and files in one canonical order: the same content has the same hash in any encoding of it. */
  readonly sha256: string;
  /** Removes the files that nobody has taken over. */
  discard(): Promise<void>;
}

/** Leaves every body unread until `readBody` asks for it: whoever is refused before that sends it to nobody. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/**
 * Reads a request's body: multipart, JSON or urlencoded, all to the same shape, within the bounds of the contract.
 * @param accepted the fields that may carry a file; files of other fields are read past
 * @throws AppError 413 for what is too large, 415 for another encoding, 422 for the unreadable, 408 after a minute of silence,
 *   507 without room; nothing is left on disk then
 */
export async function readBody(
  request: FastifyRequest,
  accepted: Readonly<Record<string, FileKind>>,
  staging: Staging,
  options: { readonly silenceMs?: number } = {},
): Promise<RequestBody> {
  const { values, files } = await read(request, accepted, staging, options.silenceMs ?? SILENCE_MS);
  const discard = async () => {
    await Promise.all([...files.values()].map((file) => file.discard()));
  };
  try {
    const canonical = toCanonical(values) as Record<string, unknown>;
    return { values: canonical, files, sha256: hashOf(canonical, files), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function read(
  { raw, headers }: FastifyRequest,
  accepted: Readonly<Record<string, FileKind>>,
  staging: Staging,
  silenceMs: number,
): Promise<{ values: Record<string, unknown>; files: Map<string, StagedFile> }> {
  const encoding = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (encoding === 'multipart/form-data') {
    const { entries, files } = await readFormData(raw, accepted, staging, silenceMs);
    try {
      return { values: nestFields(entries), files };
    } catch (error) {
      await Promise.all([...files.values()].map((file) => file.discard()));
      throw error;
    }
  }
  const text = decode(await readBytes(raw, limits.maxJsonBytes, silenceMs));
  const files = new Map<string, StagedFile>();
  if (text.trim() === '') return { values: {}, files };
  if (encoding === 'application/json') return { values: parseJson(text), files };
  if (encoding === 'application/x-www-form-urlencoded') return { values: parseForm(text), files };
  throw unsupportedMedia('The request must be sent as JSON or as a form.');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid({}, 'The request is not valid UTF-8 text.');
  }
}

function parseJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid({}, 'The request is not valid JSON.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw invalid({}, 'The request must be a JSON object.');
}

function parseForm(text: string): Record<string, unknown> {
  const entries = new URLSearchParams(text);
  if (entries.size > limits.maxFields) throw tooLarge('The form has too many fields.');
  return nestFields(entries);
}

function hashOf(values: unknown, files: ReadonlyMap<string, StagedFile>): string {
  const sent = [...files.values()].map(({ field, size, sha256 }) => [field, size, sha256]);
  sent.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([values, sent]))
    .digest('hex');
}
