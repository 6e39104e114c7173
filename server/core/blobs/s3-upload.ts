import type { FileHandle } from 'node:fs/promises';
import type { S3Client } from './s3-client.ts';
import { escapeXml, readXml, textIn } from './s3-xml.ts';

/** An upload of any size uses the memory of two parts. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_IN_FLIGHT = 2;
/** The limit of the store. Larger files have larger parts. */
const MAX_PARTS = 10_000;

export interface ObjectHeader {
  readonly name: string;
  readonly mediaType: string;
}

/** Runs one request to the store. @param sentBytes the size of its body, which extends the deadline */
export type Call = <T>(work: (signal: AbortSignal) => Promise<T>, sentBytes?: number) => Promise<T>;

export interface UploadDeps {
  readonly client: S3Client;
  readonly call: Call;
}

async function readPart(file: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  let filledBytes = 0;
  while (filledBytes < buffer.length) {
    const { bytesRead } = await file.read(
      buffer,
      filledBytes,
      buffer.length - filledBytes,
      position + filledBytes,
    );
    if (bytesRead === 0) break;
    filledBytes += bytesRead;
  }
  return buffer.subarray(0, filledBytes);
}

/** Returns the body of the request that completes a multipart upload. @param tags the entity tags of the parts, in order */
export function completionOf(tags: readonly string[]): Buffer {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  );
  const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';
  return Buffer.from(
    `<CompleteMultipartUpload xmlns="${namespace}">${parts.join('')}</CompleteMultipartUpload>`,
  );
}

/**
 * Stores an open file as one object, a large one as a multipart upload. After an error no object exists; the sweeper deletes the
 * parts that remain.
 */
export async function uploadFile(
  { client, call }: UploadDeps,
  { name, mediaType }: ObjectHeader,
  file: FileHandle,
): Promise<void> {
  const { size } = await file.stat();
  const headers = { 'content-type': mediaType };
  if (size <= PART_BYTES) {
    const body = await readPart(file, Buffer.allocUnsafeSlow(size), 0);
    await call((signal) => client.send({ method: 'PUT', name, headers, body }, signal), size);
    return;
  }
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
  const count = Math.ceil(size / partBytes);
  const startRequest = { method: 'POST', name, headers, query: { uploads: '' } } as const;
  const upload = await call((signal) => client.send(startRequest, signal));
  const uploadId = textIn(readXml(upload.body), 'UploadId') ?? '';
  const target = { name, query: { uploadId } };
  const tags: string[] = [];
  let next = 0;

  async function sendParts(): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(partBytes);
    while (next < count) {
      const index = next++;
      const query = { uploadId, partNumber: String(index + 1) };
      try {
        const body = await readPart(file, buffer, index * partBytes);
        // Two parts are sent at once, so each gets the time for both.
        const bytes = body.length * PARTS_IN_FLIGHT;
        const response = await call(
          (signal) => client.send({ method: 'PUT', name, query, body }, signal),
          bytes,
        );
        tags[index] = response.headers.etag ?? '';
      } catch (error) {
        next = count;
        throw error;
      }
    }
  }

  try {
    const senders = await Promise.allSettled(Array.from({ length: PARTS_IN_FLIGHT }, sendParts));
    for (const sender of senders) if (sender.status === 'rejected') throw sender.reason;
    const type = { 'content-type': 'application/xml' };
    const body = completionOf(tags);
    await call((signal) => client.send({ ...target, method: 'POST', headers: type, body }, signal));
  } catch (error) {
    // Not awaited, because a store that has just failed would delay the caller again.
    call((signal) => client.send({ ...target, method: 'DELETE' }, signal)).catch(() => undefined);
    throw error;
  }
}
