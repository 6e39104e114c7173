import { open as openFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { BlobStore, ByteRange, WithheldBlobs } from './blob-store.ts';
import { failWhenStalled, storeSilent, withDeadline } from './deadline.ts';
import { isKey, requireKey } from './key.ts';
import { type Call, uploadFile } from './s3-upload.ts';

export interface S3Location {
  readonly bucket: string;
  /** Absent: Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** How long a call may take to its first answer, and a body may rest. */
  readonly timeoutMs: number;
}

/** Begins the names of objects that are kept and not served; no key looks like that. */
const KEPT = 'kept/';
/** What the store copies by itself. */
const COPIED_BYTES_PER_MS = 10_000;

/** A slow listener holds a connection, so there are many. */
const MAX_SOCKETS = 512;
const CONNECT_MS = 5_000;
/** For connections that are kept by listeners who pause. */
const IDLE_SOCKET_MS = 5 * 60_000;
/** What is sent takes its time on top of the time for the answer. */
const SLOWEST_BYTES_PER_MS = 512;
/** A store that is well answers the smallest of questions at once. */
const PING_MS = 1_500;

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
    throw storeSilent();
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
  const [sdk, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const { bucket: Bucket, endpoint, region, timeoutMs } = location;
  const config: S3ClientConfig = {
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_SOCKET_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  };
  const client = new sdk.S3Client(config);

  const call: Call = (work, sentBytes = 0) =>
    explained(
      withDeadline(timeoutMs + sentBytes / SLOWEST_BYTES_PER_MS, (abortSignal) => work({ abortSignal })),
    );

  const headOf = (Key: string) => {
    const command = new sdk.HeadObjectCommand({ Bucket, Key });
    return absentAsUndefined(call((options) => client.send(command, options)));
  };
  const head = (key: string) => headOf(requireKey(key));

  async function put(key: string, path: string, mediaType: string): Promise<void> {
    if (await head(key)) throw new Error('The key is taken.');
    const file = await openFile(path);
    try {
      await uploadFile({ sdk, client, call }, { Bucket, Key: key, ContentType: mediaType }, file);
    } finally {
      await file.close();
    }
  }

  /** The objects whose names begin so, by their keys. */
  function objectsBelow(prefix: string): Pick<BlobStore, 'open' | 'stat' | 'list' | 'remove'> {
    const nameOf = (key: string) => `${prefix}${requireKey(key)}`;

    async function open(key: string, range?: ByteRange): Promise<Readable | undefined> {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const command = new sdk.GetObjectCommand({ Bucket, Key: nameOf(key), ...(Range && { Range }) });
      const answer = await absentAsUndefined(call((options) => client.send(command, options)));
      return answer?.Body && failWhenStalled(answer.Body as IncomingMessage, timeoutMs);
    }

    async function* list(): AsyncIterable<{ key: string; modifiedAt: Date }> {
      let ContinuationToken: string | undefined;
      do {
        const command = new sdk.ListObjectsV2Command({
          Bucket,
          ...(prefix !== '' && { Prefix: prefix }),
          ...(ContinuationToken && { ContinuationToken }),
        });
        const page = await call((options) => client.send(command, options));
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const key = Key.slice(prefix.length);
          if (LastModified && isKey(key)) yield { key, modifiedAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    }

    return {
      open,
      list,
      stat: async (key) => {
        const found = await headOf(nameOf(key));
        return found && { size: found.ContentLength ?? 0 };
      },
      remove: async (key) => {
        const command = new sdk.DeleteObjectCommand({ Bucket, Key: nameOf(key) });
        await absentAsUndefined(call((options) => client.send(command, options)));
      },
    };
  }

  /** An object under another name: the store copies it by itself. Answers whether it was there. */
  async function rename(from: string, to: string): Promise<boolean> {
    const found = await headOf(from);
    if (!found) return false;
    const command = new sdk.CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` });
    const waits = ((found.ContentLength ?? 0) / COPIED_BYTES_PER_MS) * SLOWEST_BYTES_PER_MS;
    await call((options) => client.send(command, options), waits);
    const removal = new sdk.DeleteObjectCommand({ Bucket, Key: from });
    await absentAsUndefined(call((options) => client.send(removal, options)));
    return true;
  }

  const withheld: WithheldBlobs = {
    ...objectsBelow(KEPT),
    take: async (key) => void (await rename(requireKey(key), `${KEPT}${key}`)),
    giveBack: async (key) =>
      (await rename(`${KEPT}${requireKey(key)}`, key)) || (await head(key)) !== undefined,
  };

  async function discardUnfinished(before: Date): Promise<void> {
    const { Uploads = [] } = await call((options) =>
      client.send(new sdk.ListMultipartUploadsCommand({ Bucket }), options),
    );
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (!Key || !UploadId || !Initiated || !isKey(Key) || Initiated >= before) continue;
      const command = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await absentAsUndefined(call((options) => client.send(command, options)));
    }
  }

  return {
    put,
    ...objectsBelow(''),
    withheld,
    discardUnfinished,
    presign: (key, mediaType, expiresIn) =>
      getSignedUrl(
        client,
        new sdk.GetObjectCommand({
          Bucket,
          Key: requireKey(key),
          ResponseContentType: mediaType,
          ResponseContentDisposition: 'inline',
          ResponseCacheControl: 'private, max-age=31536000, immutable',
        }),
        { expiresIn },
      ),
    ping: async () => {
      const command = new sdk.HeadBucketCommand({ Bucket });
      await explained(
        withDeadline(Math.min(PING_MS, timeoutMs), (abortSignal) => client.send(command, { abortSignal })),
      );
    },
    close: async () => client.destroy(),
  };
}
