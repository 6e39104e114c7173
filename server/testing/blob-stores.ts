import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe } from 'vitest';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { openBlobStore } from '#server/core/blobs/open';

export const blobStoreKinds = ['folder', 's3'] as const;
export type BlobStoreKind = (typeof blobStoreKinds)[number];

export interface TestBlobStore {
  readonly blobs: BlobStore;
  /** The value of BLOB_STORE_URL. */
  readonly url: string;
  close(): Promise<void>;
}

/** Opens an empty store: a temporary folder, or a bucket of an S3 server in this process. */
export async function openTestBlobStore(kind: BlobStoreKind): Promise<TestBlobStore> {
  if (kind === 'folder') {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-blobs-'));
    const url = `file:${folder}`;
    const blobs = await openBlobStore(url);
    const close = async () => {
      for (const path of [folder, `${folder}-kept`]) await rm(path, { recursive: true, force: true });
    };
    return { blobs, url, close };
  }
  process.env['AWS_ACCESS_KEY_ID'] ??= 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'test';
  const server = await startFauxqs({ port: 0, logger: false });
  server.createBucket('blobs');
  const url = `s3://blobs?endpoint=http://127.0.0.1:${server.port}&region=us-east-1`;
  const blobs = await openBlobStore(url);
  return {
    blobs,
    url,
    async close() {
      await blobs.close();
      await server.stop();
    },
  };
}

/** Runs the same tests with every store. `store()` can only be called in tests and hooks. */
export function eachBlobStore(body: (store: () => TestBlobStore, kind: BlobStoreKind) => void): void {
  describe.each(blobStoreKinds)('blob store: %s', (kind) => {
    let store: TestBlobStore;
    beforeAll(async () => {
      store = await openTestBlobStore(kind);
    });
    afterAll(() => store.close());
    body(() => store, kind);
  });
}
