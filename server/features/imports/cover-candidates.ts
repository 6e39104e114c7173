import { createHash } from 'node:crypto';
import { formatBytes } from '#contract/core/format-bytes';
import type { ExcludedEntry } from '#contract/imports/import-proposal';
import { type ProposalSource, importLimits } from '#contract/imports/import-limits';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { isRejection } from '#server/core/errors';
import type { FileRow, FileStorage } from '#server/core/media/file-storage';
import type { Staging } from '#server/core/media/staging';
import type { CreatedProposal } from './proposal/make-proposal.ts';
import { excludedFile } from './proposal/excluded-files.ts';
import { fileNameOf } from './proposal/names.ts';
import type { BookFiles } from './proposal/group.ts';
import type { ImageFile } from './proposal/read-file.ts';
import { type UploadedFile, withSource } from './uploaded-file.ts';

export interface ParsedCover {
  readonly path: string;
  readonly source: ProposalSource;
  readonly image_key: string;
  readonly thumbnail_key: string;
  /** True for a cover, false for an image that can be chosen. */
  readonly isCover: boolean;
  readonly rows: readonly FileRow[];
}

interface CoverDeps {
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
}

/** Images with a usual name of a cover are first. */
const isCoverName = (path: string): boolean =>
  /^(cover|folder|front|kapak|capa|portada)\b/i.test(fileNameOf(path));

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

/**
 * Stores the images that can be the cover of a book, each once and scaled. Images that cannot be shown are skipped with a reason. When the
 * book is not stored, the caller deletes the files in `stored`.
 */
export async function keepCovers(
  { blobs, staging, files }: CoverDeps,
  {
    bookFiles: { images: inFolder, otherImages = [] },
    createdProposal: { images: inFiles },
    fileAt,
    stored,
  }: {
    readonly bookFiles: BookFiles;
    readonly createdProposal: Pick<CreatedProposal, 'images'>;
    readonly fileAt: (path: string) => UploadedFile | undefined;
    readonly stored: FileRow[];
  },
): Promise<{ covers: ParsedCover[]; excluded: ExcludedEntry[] }> {
  const keys = new Set<string>();
  const covers: ParsedCover[] = [];
  const excludedEntries: ExcludedEntry[] = [];
  const leave = (name: string, reason: string) =>
    void excludedEntries.push(excludedFile({ kind: 'image', name, reason }));

  async function storeCover(
    { path, source, isCover }: Pick<ParsedCover, 'path' | 'source' | 'isCover'>,
    bytes: Uint8Array,
  ): Promise<void> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (keys.has(hash)) return;
    keys.add(hash);
    if (covers.length >= importLimits.maxCovers)
      return leave(path, `You can choose the cover from up to ${importLimits.maxCovers} images.`);
    try {
      const stagedFile = await staging.receiveStored('image', oneChunk(bytes));
      const image = await files.storeImage(stagedFile, 'scaled');
      stored.push(...image.rows);
      covers.push({ path, source, isCover, ...image });
    } catch (error) {
      // Damaged, too large or no image: the book does not have this cover. Server errors such as a full disk are thrown.
      if (!isRejection(error)) throw error;
      leave(path, error.message);
    }
  }

  async function keepFiles(images: readonly ImageFile[], isCover: boolean): Promise<void> {
    for (const { path, size } of images) {
      const file = fileAt(path);
      if (!file) continue;
      if (size > importLimits.maxCoverBytes)
        leave(
          path,
          `The image is too large. The maximum size is ${formatBytes(importLimits.maxCoverBytes)}.`,
        );
      else
        await storeCover(
          { path, source: 'path', isCover },
          await withSource(blobs, file, (image) => image.read(0, size)),
        );
    }
  }

  const [inText, ofFiles] = [true, false].map((isInText) =>
    inFiles.filter(({ archivePath: containedIn }) => (containedIn !== undefined) === isInText),
  );
  for (const { path, source, bytes } of ofFiles ?? [])
    await storeCover({ path, source, isCover: true }, bytes);
  await keepFiles(
    inFolder.toSorted((a, b) => Number(isCoverName(b.path)) - Number(isCoverName(a.path))),
    true,
  );
  for (const { path, source, bytes } of inText ?? [])
    await storeCover({ path, source, isCover: false }, bytes);
  await keepFiles(otherImages, false);
  return { covers, excluded: excludedEntries };
}
