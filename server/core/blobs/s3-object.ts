import type { Readable } from 'node:stream';
import { OperatorError } from '#server/core/errors';
import { withStallTimeout, withDeadline } from './deadline.ts';
import { bucketAddress, readCredentials } from './s3-address.ts';
import { createS3Client } from './s3-client.ts';
import { S3ErrorResponse } from './s3-requests.ts';
import { completionOf } from './s3-upload.ts';
import { readXml, textIn } from './s3-xml.ts';

const CALL_MS = 120_000;
/** Amazon accepts 10,000 parts, so this size allows objects of 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;
const XML = { 'content-type': 'application/xml' };

const isMissing = (error: unknown): boolean => error instanceof S3ErrorResponse && error.httpStatus === 404;

/** One object with any name in a bucket, which is written and read as a stream. */
export interface ObjectStream {
  /** @throws OperatorError if the object exists */
  write(): Promise<{
    write(bytes: Buffer): Promise<void>;
    /** @returns the size in bytes */
    finish(): Promise<number>;
    discard(): Promise<void>;
  }>;
  /** @throws OperatorError if the object does not exist */
  read(): Promise<Readable>;
}

/** Opens a bucket. Returns a client for it and the object name of the address. */
function openBucket(address: string) {
  const { hostname: bucket, pathname, searchParams } = new URL(address);
  const region = searchParams.get('region') || process.env['AWS_REGION'] || 'us-east-1';
  const endpoint = searchParams.get('endpoint') || undefined;
  const client = createS3Client({
    address: bucketAddress({ bucket, endpoint, region }),
    region,
    credentials: readCredentials(),
  });
  const send = (request: Parameters<typeof client.send>[0]) =>
    withDeadline(CALL_MS, (signal) => client.send(request, signal));
  return { bucket, name: decodeURIComponent(pathname.slice(1)), client, send };
}

/**
 * Opens an object.
 * @param address `s3://BUCKET/NAME?endpoint=…&region=…`; credentials are read from the AWS variables
 * @throws OperatorError for an address without a name
 */
export async function openS3Object(address: string): Promise<ObjectStream> {
  const { bucket, name, client, send } = openBucket(address);
  if (!bucket || name === '' || name.endsWith('/'))
    throw new OperatorError(
      'Enter the address of an object: s3://BUCKET/NAME?endpoint=ADDRESS&region=REGION.',
    );

  async function exists(): Promise<boolean> {
    try {
      await send({ method: 'HEAD', name });
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  return {
    async write() {
      if (await exists()) throw new OperatorError(`The object ${name} exists. Choose another name.`);
      let uploadId: string | undefined;
      const tags: string[] = [];
      let pendingChunks: Buffer[] = [];
      let pendingBytes = 0;
      let size = 0;
      let isEnded = false;

      function takePending(): Buffer {
        const body = Buffer.concat(pendingChunks);
        pendingChunks = [];
        pendingBytes = 0;
        size += body.length;
        return body;
      }

      async function beginUpload(): Promise<string> {
        const { body } = await send({ method: 'POST', name, query: { uploads: '' } });
        return textIn(readXml(body), 'UploadId') ?? '';
      }

      async function sendPart(): Promise<void> {
        uploadId ??= await beginUpload();
        const body = takePending();
        const query = { uploadId, partNumber: String(tags.length + 1) };
        const { headers } = await send({ method: 'PUT', name, query, body });
        tags.push(headers.etag ?? '');
      }

      return {
        async write(bytes) {
          pendingChunks.push(bytes);
          pendingBytes += bytes.length;
          if (pendingBytes >= PART_BYTES) await sendPart();
        },
        async finish() {
          if (uploadId === undefined) await send({ method: 'PUT', name, body: takePending() });
          else {
            if (pendingBytes > 0) await sendPart();
            await send({ method: 'POST', name, query: { uploadId }, headers: XML, body: completionOf(tags) });
          }
          isEnded = true;
          client.close();
          return size;
        },
        async discard() {
          if (isEnded) return;
          isEnded = true;
          if (uploadId !== undefined)
            await send({ method: 'DELETE', name, query: { uploadId } }).catch(() => undefined);
          client.close();
        },
      };
    },
    async read() {
      try {
        const body = await withDeadline(CALL_MS, (signal) => client.open({ method: 'GET', name }, signal));
        body.once('close', () => client.close());
        return withStallTimeout(body, CALL_MS);
      } catch (error) {
        client.close();
        if (isMissing(error)) throw new OperatorError(`No backup found at ${name}.`);
        throw error;
      }
    },
  };
}

/** The objects of a bucket with the path of an address as prefix. Names are relative to it. */
export interface S3Folder {
  list(): AsyncIterable<{ readonly name: string; readonly size: number }>;
  /** Removes an object. An unknown name is not an error. */
  remove(name: string): Promise<void>;
  /** Deletes unfinished uploads. @param isIncluded selects them by the name of the object */
  discardUnfinished(isIncluded: (name: string) => boolean): Promise<void>;
  close(): void;
}

/**
 * Opens a folder of a bucket.
 * @param address `s3://BUCKET/FOLDER?endpoint=…&region=…`; credentials are read from the AWS variables
 */
export async function openS3Folder(address: string): Promise<S3Folder> {
  const { name, client, send } = openBucket(address);
  const prefix = name === '' || name.endsWith('/') ? name : `${name}/`;

  return {
    async *list() {
      let token: string | undefined;
      do {
        const query = {
          'list-type': '2',
          ...(prefix !== '' && { prefix }),
          ...(token !== undefined && { 'continuation-token': token }),
        };
        const { body } = await send({ method: 'GET', query });
        const page = readXml(body);
        for (const entry of page.children) {
          const key = textIn(entry, 'Key');
          if (entry.name !== 'Contents' || !key?.startsWith(prefix)) continue;
          yield { name: key.slice(prefix.length), size: Number(textIn(entry, 'Size') ?? 0) };
        }
        token = textIn(page, 'NextContinuationToken');
      } while (token !== undefined);
    },
    async remove(removedKey) {
      await send({ method: 'DELETE', name: `${prefix}${removedKey}` }).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    async discardUnfinished(isIncluded) {
      const { body } = await send({ method: 'GET', query: { uploads: '' } });
      for (const entry of readXml(body).children) {
        const key = textIn(entry, 'Key');
        const uploadId = textIn(entry, 'UploadId');
        if (!key?.startsWith(prefix) || !uploadId || !isIncluded(key.slice(prefix.length))) continue;
        await send({ method: 'DELETE', name: key, query: { uploadId } }).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      }
    },
    close: () => client.close(),
  };
}
