import { fileURLToPath } from 'node:url';
import type { BlobStore } from './blob-store.ts';

/**
 * Opens the store a URL names: `file:PATH`, or `s3://BUCKET?endpoint=…&region=…` with credentials by the AWS variables.
 * The folder is made when it is missing, a bucket is not. @throws Error with a sentence about the URL.
 */
export async function openBlobStore(url: string): Promise<BlobStore> {
  if (url.startsWith('file:')) {
    const { openDiskStore } = await import('./disk.ts');
    return openDiskStore(url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length));
  }
  if (url.startsWith('s3://')) {
    const { hostname: bucket, pathname, searchParams } = new URL(url);
    if (!bucket || !/^\/?$/.test(pathname)) {
      throw new Error('A bucket is named as s3://BUCKET?endpoint=…&region=…, without a path.');
    }
    const { openS3Store } = await import('./s3.ts');
    return openS3Store({
      bucket,
      endpoint: searchParams.get('endpoint') || undefined,
      region: searchParams.get('region') || process.env['AWS_REGION'] || 'us-east-1',
    });
  }
  throw new Error('The address of the blob store must be file:PATH or s3://BUCKET?endpoint=…&region=….');
}
