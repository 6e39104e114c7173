import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/core/limits';
import { knownErrors } from '#contract/core/errors';
import { tusVersion } from '#contract/uploads/uploads';
import { appError } from '#server/core/errors';
import { printableName } from '#server/core/media/file-name';

const MAX_METADATA = 8 * 1024;
const BODY_TYPE = 'application/offset+octet-stream';

/** @throws AppError 412 for another or missing protocol version */
export function assertVersion({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] !== tusVersion) throw appError(knownErrors.otherProtocol(tusVersion));
}

/** @throws AppError 400 when the header is missing or not a number of bytes */
export function readBytesHeader(
  { headers }: FastifyRequest,
  name: 'Upload-Offset' | 'Upload-Length',
): number {
  const text = headers[name.toLowerCase()];
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw appError(knownErrors.notBytes(name));
  return Number(text);
}

/** @throws AppError 415 */
export function assertBodyType({ headers }: FastifyRequest): void {
  if (headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== BODY_TYPE)
    throw appError(knownErrors.notUploadBytes(BODY_TYPE));
}

/** Returns the pairs of `Upload-Metadata` in their order. @throws AppError 400 */
export function readMetadata({ headers }: FastifyRequest): {
  sent: string;
  values: ReadonlyMap<string, string>;
} {
  const metadata = headers['upload-metadata'] ?? '';
  if (typeof metadata !== 'string' || metadata.length > MAX_METADATA)
    throw appError(knownErrors.metadataTooLong);
  const values = new Map<string, string>();
  for (const pair of metadata.split(',').map((item) => item.trim())) {
    if (pair === '') continue;
    const [key = '', value = '', ...more] = pair.split(/ +/);
    const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(value);
    if (more.length > 0 || !isBase64 || values.has(key)) throw appError(knownErrors.metadataUnreadable);
    values.set(key, Buffer.from(value, 'base64').toString('utf8').toWellFormed().replaceAll('\0', ''));
  }
  return { sent: metadata, values };
}

/** Returns a name on one line, without folders, and shortened to the limit of names. */
export const toFileName = (text: string): string =>
  printableName(text.split(/[/\\]/).at(-1) ?? '')
    .trim()
    .slice(0, limits.maxNameLength)
    .toWellFormed();
