import { open as openFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '#server/core/errors';
import type { BlobStore, ByteRange, RetainedBlobs } from './blob-store.ts';
import { withStallTimeout, storeSilent, withDeadline } from './deadline.ts';
import { isKey, requireKey } from './key.ts';
import { type BucketLocation, bucketAddress, readCredentials } from './s3-address.ts';
import { createS3Client } from './s3-client.ts';
import { S3ErrorResponse } from './s3-requests.ts';
import { type Call, uploadFile } from './s3-upload.ts';
import { readXml, textIn } from './s3-xml.ts';

export interface S3Location extends BucketLocation {
  /** The maximum time in milliseconds until the first response, and between two chunks of a body. */
  readonly timeoutMs: number;
}

/** The prefix of objects that are retained and not served. No key starts with it. */
const RETAINED_PREFIX = 'kept/';
/** The speed at which the store copies objects. */
const COPIED_BYTES_PER_MS = 10_000;

/** The minimum speed for sending. The time for sending is added to the time for the response. */
const SLOWEST_BYTES_PER_MS = 512;
/** The timeout of a ping. An available store responds at once. */
const PING_MS = 1_500;

/** Statuses of an overloaded store, or of one that rejects the credentials. */
const UNAVAILABLE = new Set([401, 403, 429]);

/** Returns true if the error is a response of an available store. */
const isResponse = (error: unknown): boolean =>
  error instanceof S3ErrorResponse && error.httpStatus < 500 && !UNAVAILABLE.has(error.httpStatus);

async function withExplanation<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (isResponse(error) || error instanceof AppError) throw error;
    throw storeSilent(error);
  }
}

async function absentAsUndefined<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof S3ErrorResponse && error.httpStatus === 404) return undefined;
    throw error;
  }
}

/**
 * Stores blobs as objects of one bucket. Credentials are read from the AWS variables. Only basic S3 operations are used, which most
 * providers support.
 */
export async function openS3Store(location: S3Location): Promise<BlobStore> {
  const { bucket, region, timeoutMs } = location;
  const client = createS3Client({
    address: bucketAddress(location),
    region,
    credentials: readCredentials(),
  });

  const call: Call = (work, sentBytes = 0) =>
    withExplanation(withDeadline(timeoutMs + sentBytes / SLOWEST_BYTES_PER_MS, work));

  /** Returns the size of an object in bytes; undefined if it does not exist. */
  async function sizeOf(name: string): Promise<number | undefined> {
    const stats = await absentAsUndefined(call((signal) => client.send({ method: 'HEAD', name }, signal)));
    return stats && Number(stats.headers['content-length'] ?? 0);
  }
  const has = async (key: string) => (await sizeOf(requireKey(key))) !== undefined;
  const removeObject = async (name: string) =>
    void (await absentAsUndefined(call((signal) => client.send({ method: 'DELETE', name }, signal))));

  async function put(key: string, path: string, mediaType: string): Promise<void> {
    if (await has(key)) throw new Error('The key is taken.');
    const file = await openFile(path);
    try {
      await uploadFile({ client, call }, { name: key, mediaType }, file);
    } finally {
      await file.close();
    }
  }

  /** Returns the operations on the objects with a prefix, by their keys. */
  function objectsBelow(prefix: string): Pick<BlobStore, 'open' | 'stat' | 'list' | 'remove'> {
    const nameOf = (key: string) => `${prefix}${requireKey(key)}`;

    async function open(key: string, range?: ByteRange): Promise<Readable | undefined> {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const request = { method: 'GET', name: nameOf(key), ...(headers && { headers }) } as const;
      const response = await absentAsUndefined(call((signal) => client.open(request, signal)));
      return response && withStallTimeout(response, timeoutMs);
    }

    async function* list(): AsyncIterable<{ key: string; modifiedAt: Date }> {
      let token: string | undefined;
      do {
        const query = {
          'list-type': '2',
          ...(prefix !== '' && { prefix }),
          ...(token !== undefined && { 'continuation-token': token }),
        };
        const { body } = await call((signal) => client.send({ method: 'GET', query }, signal));
        const page = readXml(body);
        for (const entry of page.children) {
          const key = (textIn(entry, 'Key') ?? '').slice(prefix.length);
          const modifiedAt = textIn(entry, 'LastModified');
          if (entry.name === 'Contents' && modifiedAt && isKey(key))
            yield { key, modifiedAt: new Date(modifiedAt) };
        }
        token = textIn(page, 'NextContinuationToken');
      } while (token !== undefined);
    }

    return {
      open,
      list,
      stat: async (key) => {
        const size = await sizeOf(nameOf(key));
        return size === undefined ? undefined : { size };
      },
      remove: (key) => removeObject(nameOf(key)),
    };
  }

  /** Renames an object. The store copies it, then it is deleted under the old name. @returns false if it does not exist */
  async function rename(from: string, to: string): Promise<boolean> {
    const size = await sizeOf(from);
    if (size === undefined) return false;
    const headers = { 'x-amz-copy-source': `${encodeURIComponent(bucket)}/${from}` };
    const waits = (size / COPIED_BYTES_PER_MS) * SLOWEST_BYTES_PER_MS;
    await call((signal) => client.send({ method: 'PUT', name: to, headers }, signal), waits);
    await removeObject(from);
    return true;
  }

  const retainedBlobs: RetainedBlobs = {
    ...objectsBelow(RETAINED_PREFIX),
    take: async (key) => void (await rename(requireKey(key), `${RETAINED_PREFIX}${key}`)),
    release: async (key) => (await rename(`${RETAINED_PREFIX}${requireKey(key)}`, key)) || (await has(key)),
  };

  async function discardUnfinished(before: Date): Promise<void> {
    const query = { uploads: '' };
    const { body } = await call((signal) => client.send({ method: 'GET', query }, signal));
    for (const entry of readXml(body).children) {
      const name = textIn(entry, 'Key');
      const uploadId = textIn(entry, 'UploadId');
      const begunAt = textIn(entry, 'Initiated');
      if (!name || !uploadId || !begunAt || !isKey(name) || new Date(begunAt) >= before) continue;
      const upload = { method: 'DELETE', name, query: { uploadId } } as const;
      await absentAsUndefined(call((signal) => client.send(upload, signal)));
    }
  }

  return {
    put,
    ...objectsBelow(''),
    retained: retainedBlobs,
    discardUnfinished,
    presign: async (key, mediaType, seconds) => {
      const responseHeaders = {
        'response-content-type': mediaType,
        'response-content-disposition': 'inline',
        'response-cache-control': 'private, max-age=31536000, immutable',
      };
      return client.presign(requireKey(key), responseHeaders, seconds);
    },
    ping: async () => {
      const response = withDeadline(Math.min(PING_MS, timeoutMs), (signal) =>
        client.send({ method: 'HEAD' }, signal),
      );
      await withExplanation(response);
    },
    close: async () => client.close(),
  };
}
