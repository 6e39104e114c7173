import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { unavailable } from '#server/errors';
import type { BlobStore } from './blob-store.ts';
import { isKey, requireKey } from './key.ts';

export interface S3Location {
  readonly bucket: string;
  /** Absent: Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

/** The two parts in flight are what an upload of any size holds in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_IN_FLIGHT = 2;
/** A slow listener holds a connection, so there are many. */
const MAX_SOCKETS = 512;
const CONNECT_MS = 5_000;
const SILENCE_MS = 60_000;

const statusOf = (error: unknown): number | undefined => {
  const metadata =
    error instanceof Error && '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }) : {};
  return metadata.httpStatusCode;
};

async function explained<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    const status = statusOf(error);
    if (status !== undefined && status < 500) throw error;
    throw unavailable(`The file store does not answer. Please try again in a moment.`);
  }
}

async function absentAsUndefined<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** Blobs as objects of one bucket. Credentials come from the AWS variables. Only plain, widely served calls are used. */
export async function openS3Store(location: S3Location): Promise<BlobStore> {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const { bucket: Bucket, endpoint, region } = location;
  const config: S3ClientConfig = {
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  };
  const client = new sdk.S3Client(config);

  const head = (key: string) =>
    absentAsUndefined(client.send(new sdk.HeadObjectCommand({ Bucket, Key: requireKey(key) })));

  async function put(key: string, path: string, mediaType: string): Promise<void> {
    if (await explained(head(key))) throw new Error('The key is taken.');
    const body = createReadStream(path, { highWaterMark: 1024 * 1024 });
    await once(body, 'open');
    const upload = new Upload({
      client,
      partSize: PART_BYTES,
      queueSize: PARTS_IN_FLIGHT,
      leavePartsOnError: false,
      params: { Bucket, Key: key, Body: body, ContentType: mediaType },
    });
    try {
      await explained(upload.done());
    } finally {
      body.destroy();
    }
  }

  async function open(key: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new sdk.GetObjectCommand({ Bucket, Key: requireKey(key), ...(Range && { Range }) });
    const answer = await explained(absentAsUndefined(client.send(command)));
    return answer?.Body as Readable | undefined;
  }

  async function* list(): AsyncIterable<{ key: string; modifiedAt: Date }> {
    for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket })) {
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key && LastModified && isKey(Key)) yield { key: Key, modifiedAt: LastModified };
      }
    }
  }

  async function discardUnfinished(before: Date): Promise<void> {
    const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket }));
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (!Key || !UploadId || !Initiated || !isKey(Key) || Initiated >= before) continue;
      await absentAsUndefined(client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    }
  }

  return {
    put,
    open,
    list,
    discardUnfinished,
    stat: async (key) => {
      const found = await explained(head(key));
      return found && { size: found.ContentLength ?? 0 };
    },
    remove: async (key) => {
      await explained(
        absentAsUndefined(client.send(new sdk.DeleteObjectCommand({ Bucket, Key: requireKey(key) }))),
      );
    },
    ping: async () => {
      await explained(client.send(new sdk.HeadBucketCommand({ Bucket })));
    },
    close: async () => client.destroy(),
  };
}
