import type { FileHandle } from 'node:fs/promises';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';

/** Two parts in flight are what an upload of any size holds in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_IN_FLIGHT = 2;
/** The store's own limit; larger files have larger parts. */
const MAX_PARTS = 10_000;

export interface S3Object {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
}

/** One call to the store, which sends so many bytes. */
export type Call = <T>(
  work: (options: { abortSignal: AbortSignal }) => Promise<T>,
  sentBytes?: number,
) => Promise<T>;

export interface UploadDeps {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
  readonly call: Call;
}

async function readPart(file: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Stores an open file as one object; large ones in parts. A failure leaves no object, and parts at most for the sweeper. */
export async function uploadFile(
  { sdk, client, call }: UploadDeps,
  object: S3Object,
  file: FileHandle,
): Promise<void> {
  const { size } = await file.stat();
  if (size <= PART_BYTES) {
    const Body = await readPart(file, Buffer.allocUnsafeSlow(size), 0);
    await call((options) => client.send(new sdk.PutObjectCommand({ ...object, Body }), options), size);
    return;
  }
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
  const count = Math.ceil(size / partBytes);
  const { UploadId } = await call((options) =>
    client.send(new sdk.CreateMultipartUploadCommand(object), options),
  );
  const place = { Bucket: object.Bucket, Key: object.Key, UploadId };
  const parts: CompletedPart[] = [];
  let next = 0;

  async function sendParts(): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(partBytes);
    while (next < count) {
      const index = next++;
      const PartNumber = index + 1;
      try {
        const Body = await readPart(file, buffer, index * partBytes);
        const command = new sdk.UploadPartCommand({ ...place, PartNumber, Body });
        // Both are in flight at once, so each may take the time of both.
        const bytes = Body.length * PARTS_IN_FLIGHT;
        const { ETag } = await call((options) => client.send(command, options), bytes);
        parts[index] = { PartNumber, ETag };
      } catch (error) {
        next = count;
        throw error;
      }
    }
  }

  try {
    const senders = await Promise.allSettled(Array.from({ length: PARTS_IN_FLIGHT }, sendParts));
    for (const sender of senders) if (sender.status === 'rejected') throw sender.reason;
    const complete = new sdk.CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts: parts } });
    await call((options) => client.send(complete, options));
  } catch (error) {
    // Not waited for: a store that has just failed would keep the caller a second time.
    call((options) => client.send(new sdk.AbortMultipartUploadCommand(place), options)).catch(
      () => undefined,
    );
    throw error;
  }
}
