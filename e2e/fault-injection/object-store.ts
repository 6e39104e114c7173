import { startFauxqs } from 'fauxqs';

const bucket = 'lectern';

export interface ObjectStore {
  /** The environment variables of a server that uses this object store. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts an S3 server with an empty bucket in this process. It keeps running when the tested servers stop. */
export async function openObjectStore(): Promise<ObjectStore> {
  const server = await startFauxqs({ port: 0, logger: false });
  server.createBucket(bucket);
  return {
    settings: {
      BLOB_STORE_URL: `s3://${bucket}?endpoint=http://127.0.0.1:${server.port}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
    close: () => server.stop(),
  };
}
