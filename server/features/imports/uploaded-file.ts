import { open } from 'node:fs/promises';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { StagedFile } from '#server/core/media/staged-file';
import { type Source, sourceOfBlob, sourceOfFile } from '#server/core/media/source';

/** A file of a batch: an uploaded blob, or a file unpacked from an archive onto local disk. */
export interface UploadedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string | null;
  /** Key of the uploaded blob; null for a file from an archive. */
  readonly key: string | null;
  readonly staged: StagedFile | null;
}

/** Runs a function with the bytes of a file, and closes them afterwards. */
export async function withSource<Result>(
  blobs: BlobStore,
  { key, staged, size }: UploadedFile,
  work: (source: Source) => Promise<Result>,
): Promise<Result> {
  if (key !== null) return work(sourceOfBlob(blobs, key, size));
  if (!staged) throw new Error('An uploaded file is missing.');
  const file = await open(staged.path, 'r');
  try {
    return await work(sourceOfFile(file, size));
  } finally {
    await file.close();
  }
}
