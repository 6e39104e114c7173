import { createHash } from 'node:crypto';
import { formatBytes } from '#contract/core/format-bytes';
import type { LeftOutEntry } from '#contract/imports/import-proposal';
import { type DraftSource, importLimits } from '#contract/imports/import-limits';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { AppError } from '#server/core/errors';
import type { FileRow, FileStorage } from '#server/core/media/file-storage';
import type { Staging } from '#server/core/media/staging';
import type { MadeDraft } from './proposal/make-proposal.ts';
import { leftOutOfFile } from './proposal/left-out-files.ts';
import { fileNameOf } from './proposal/names.ts';
import type { BookFiles } from './proposal/group.ts';
import { type UploadedFile, withSource } from './uploaded-file.ts';

export interface ParsedCover {
  readonly path: string;
  readonly source: DraftSource;
  readonly image_key: string;
  readonly thumbnail_key: string;
  readonly rows: readonly FileRow[];
}

interface CoverDeps {
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
}

/** Pictures that people call a cover come first. */
const isCoverName = (path: string): boolean =>
  /^(cover|folder|front|kapak|capa|portada)\b/i.test(fileNameOf(path));

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

/**
 * Stores the pictures that may be the cover of a book, each once, as pictures are stored; those that cannot be shown are left
 * out with a reason. Whoever calls removes what `stored` holds when the book comes to nothing.
 */
export async function keepCovers(
  { blobs, staging, files }: CoverDeps,
  { images: inFolder }: BookFiles,
  { images: inFiles }: Pick<MadeDraft, 'images'>,
  discardedAt: (path: string) => UploadedFile | undefined,
  stored: FileRow[],
): Promise<{ covers: ParsedCover[]; leftOut: LeftOutEntry[] }> {
  const seen = new Set<string>();
  const covers: ParsedCover[] = [];
  const leftOut: LeftOutEntry[] = [];
  const leave = (name: string, reason: string) =>
    void leftOut.push(leftOutOfFile({ kind: 'image', name, reason }));

  async function keep(path: string, source: DraftSource, bytes: Uint8Array): Promise<void> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (seen.has(hash)) return;
    seen.add(hash);
    if (covers.length >= importLimits.maxCovers)
      return leave(path, `A book may have ${importLimits.maxCovers} images to choose its cover from.`);
    try {
      const staged = await staging.receive('image', 'image', oneChunk(bytes));
      const image = await files.storeImage(staged, 'scaled');
      stored.push(...image.rows);
      covers.push({ path, source, ...image });
    } catch (error) {
      // Damaged, too large, or none: the book has no such cover then. A full disk is another matter.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      leave(path, error.message);
    }
  }

  for (const { path, source, bytes } of inFiles) await keep(path, source, bytes);
  const named = inFolder.toSorted((a, b) => Number(isCoverName(b.path)) - Number(isCoverName(a.path)));
  for (const { path, size } of named) {
    const file = discardedAt(path);
    if (!file) continue;
    if (size > staging.maxBytes.image) {
      leave(path, `An image may have ${formatBytes(staging.maxBytes.image)}.`);
      continue;
    }
    await keep(path, 'path', await withSource(blobs, file, (image) => image.read(0, size)));
  }
  return { covers, leftOut };
}
