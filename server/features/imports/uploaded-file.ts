import { open } from 'node:fs/promises';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { StagedFile } from '#server/core/media/staged-file';
import { type Source, sourceOfBlob, sourceOfFile } from '#server/core/media/source';

/** A file of a drop: a blob as it was sent, or what was taken out of an archive and lies on local disk. */
export interface UploadedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string | null;
  /** The blob as it was sent; null of what came out of an archive. */
  readonly key: string | null;
  readonly staged: StagedFile | null;
}

/** Works on the bytes of a dropped file, which are closed again afterwards. */
export async function withSource<Result>(
  blobs: BlobStore,
  { key, staged, size }: UploadedFile,
  work: (source: Source) => Promise<Result>,
): Promise<Result> {
  if (key !== null) return work(sourceOfBlob(blobs, key, size));
  if (!staged) throw new Error('A dropped file lies nowhere.');
  const file = await open(staged.path, 'r');
  try {
    return await work(sourceOfFile(file, size));
  } finally {
    await file.close();
  }
}
