import { createHash } from 'node:crypto';
import { type DraftSource, importLimits } from '#contract/import-terms';
import type { BlobStore } from '#server/blobs/blob-store';
import { AppError } from '#server/errors';
import type { FileRow, FileStorage } from '#server/media/file-storage';
import type { Staging } from '#server/media/staging';
import type { MadeDraft } from './draft/make-draft.ts';
import { fileNameOf } from './draft/names.ts';
import type { BookFiles } from './draft/group.ts';
import { type DroppedFile, withSource } from './dropped-file.ts';

export interface FoundCover {
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
 * Stores the pictures that may be the cover of a book, each once, as pictures are stored; those that cannot be shown are passed
 * over. Whoever calls removes what `stored` holds when the book comes to nothing.
 */
export async function keepCovers(
  { blobs, staging, files }: CoverDeps,
  { pictures: inFolder }: BookFiles,
  { pictures: inFiles }: Pick<MadeDraft, 'pictures'>,
  droppedAt: (path: string) => DroppedFile | undefined,
  stored: FileRow[],
): Promise<FoundCover[]> {
  const seen = new Set<string>();
  const covers: FoundCover[] = [];

  async function keep(path: string, source: DraftSource, bytes: Uint8Array): Promise<void> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (covers.length >= importLimits.maxCovers || seen.has(hash)) return;
    seen.add(hash);
    try {
      const staged = await staging.receive('image', 'image', oneChunk(bytes));
      const picture = await files.storePicture(staged);
      stored.push(...picture.rows);
      covers.push({ path, source, ...picture });
    } catch (error) {
      // Damaged, too large, or none: the book has no such cover then. A full disk is another matter.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }

  for (const { path, source, bytes } of inFiles) await keep(path, source, bytes);
  const named = inFolder.toSorted((a, b) => Number(isCoverName(b.path)) - Number(isCoverName(a.path)));
  for (const { path, size } of named) {
    const file = droppedAt(path);
    if (!file || size > staging.maxBytes.image) continue;
    await keep(path, 'path', await withSource(blobs, file, (picture) => picture.read(0, size)));
  }
  return covers;
}
