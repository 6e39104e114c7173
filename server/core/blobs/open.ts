import { fileURLToPath } from 'node:url';
import { readBucketLocation } from './s3-address.ts';
import type { BlobStore } from './blob-store.ts';

const TIMEOUT_MS = 15_000;

/**
 * Opens the store of a URL: `file:PATH`, or `s3://BUCKET?endpoint=…&region=…` with credentials from the AWS variables. A missing
 * folder is created, a bucket is not. `timeoutMs` limits the first response of a remote store. While such a store is known to be
 * unavailable, calls fail at once.
 * @throws Error with a message about the URL
 */
export async function openBlobStore(url: string, timeoutMs = TIMEOUT_MS): Promise<BlobStore> {
  if (url.startsWith('file:')) {
    const { openDiskStore } = await import('./disk.ts');
    return openDiskStore(url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length));
  }
  if (url.startsWith('s3://')) {
    const [{ openS3Store }, { withCircuit }] = await Promise.all([import('./s3.ts'), import('./circuit.ts')]);
    const store = await openS3Store({ ...readBucketLocation(url), timeoutMs });
    return withCircuit(store);
  }
  throw new Error(
    'The address of the file storage must be file:PATH or s3://BUCKET?endpoint=ADDRESS&region=REGION.',
  );
}
