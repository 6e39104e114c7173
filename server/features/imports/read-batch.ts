import { importLimits } from '#contract/imports/import-limits';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Staging } from '#server/core/media/staging';
import type { ReadFile } from './proposal/read-file.ts';
import { type UploadedFile, withSource } from './uploaded-file.ts';
import { inspectInWorker, readerLimits } from './file-parser.ts';
import { isSystemFile } from './parsers/file-names.ts';
import { ParseError, beyondLimit } from './parsers/parse-error.ts';
import type { Source } from '#server/core/media/source';
import { type ImportSpace, timeLimit, unpackedLimit } from './unpack-space.ts';
import { unpack } from './unpack.ts';

export interface ReadDeps {
  readonly blobs: BlobStore;
  readonly staging: Staging;
}

/** An uploaded or unpacked file with its content. */
export interface InspectedFile {
  readonly file: UploadedFile;
  readonly read: ReadFile;
}

interface Reading {
  /** Receives the files with their results. The caller deletes the unpacked files, also when `readBatch` throws. */
  readonly parsedFiles: InspectedFile[];
  readonly signal: AbortSignal;
  /** Quota for unpacked files. The caller releases it. */
  readonly space: ImportSpace;
  /** Returns the milliseconds allowed for an upload of this many bytes; `timeLimit` by default. */
  readonly timeOf?: (size: number) => number;
  /** Reports the number of parsed files and the total. */
  progress(doneCount: number, of: number): void;
}

/** The position of a file in its upload. */
interface Nesting {
  /** Number of archives that contain it. */
  readonly depth: number;
  readonly upload: {
    /** Bytes that may still be unpacked. */
    bytesLeft: number;
    /** End of the time limit, by `performance.now`. */
    readonly endsAt: number;
  };
}

/** Archives are opened up to this depth. */
const MAX_DEPTH = 3;
const TOO_SLOW = 'Reading this upload took too long, so this file was skipped.';
const TOO_DEEP = 'This archive is inside too many others and wasn’t opened.';

/** Returns a unique path. Two files of a batch may have the same path, such as one in an archive and one beside it. */
function uniquePath(path: string, paths: Set<string>): string {
  const [, name = path, extension = ''] = /^(.*?)(\.[^./]{1,5})?$/s.exec(path) ?? [];
  let unique = path;
  for (let number = 2; paths.has(unique); number += 1) unique = `${name} (${number})${extension}`;
  paths.add(unique);
  return unique;
}

const unreadFile = (
  { path, size }: UploadedFile,
  problem: ParseError,
  as: 'other' | 'archive',
): ReadFile => ({
  path,
  size,
  kind: 'unread',
  as,
  problem,
});

/** Reads every file of an upload. Files in archives are unpacked to local disk. Files that cannot be read are listed with the reason. */
export async function readBatch(
  deps: ReadDeps,
  uploads: readonly UploadedFile[],
  { parsedFiles, signal, progress, space, timeOf = timeLimit }: Reading,
): Promise<void> {
  let bytesLeft = importLimits.maxBatchBytes - uploads.reduce((sum, { size }) => sum + size, 0);
  let filesLeft = importLimits.maxFiles - uploads.length;
  const paths = new Set<string>();

  /** Reads the files in an archive; of an EPUB only the audio. */
  async function inspectContents(
    file: UploadedFile,
    source: Source,
    { depth, upload, names }: Nesting & { names?: readonly string[] },
  ): Promise<void> {
    const limits = { files: filesLeft, bytes: Math.min(bytesLeft, upload.bytesLeft, space.left()) };
    try {
      for await (const entry of unpack(deps.staging, {
        path: file.path,
        source,
        limits,
        signal,
        ...(names && { names }),
      })) {
        filesLeft -= 1;
        bytesLeft -= entry.size;
        upload.bytesLeft -= entry.size;
        space.take(entry.size);
        await inspect(entry, { depth: depth + 1, upload }).catch(async (error: unknown) => {
          await entry.staged?.discard();
          throw error;
        });
      }
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      // The text of an EPUB is already listed, so its audio has a separate entry.
      const path = names ? { ...file, path: `${file.path}/audio` } : file;
      parsedFiles.push({ file: path, read: unreadFile(path, error, names ? 'other' : 'archive') });
    }
  }

  async function inspect(uploadedFile: UploadedFile, { depth, upload }: Nesting): Promise<void> {
    signal.throwIfAborted();
    const file = { ...uploadedFile, path: uniquePath(uploadedFile.path, paths) };
    const time = Math.min(readerLimits.time, upload.endsAt - performance.now());
    if (time <= 0) {
      parsedFiles.push({ file, read: unreadFile(file, beyondLimit(TOO_SLOW), 'other') });
      return;
    }
    await withSource(deps.blobs, file, async (source) => {
      const content = await inspectInWorker(file.path, { source, signal, limits: { ...readerLimits, time } });
      if (content.kind !== 'archive') parsedFiles.push({ file, read: content });
      if (content.kind === 'epub' && content.found.audio.length > 0)
        await inspectContents(file, source, { depth, upload, names: content.found.audio });
      if (content.kind !== 'archive') return;
      if (depth < MAX_DEPTH) await inspectContents(file, source, { depth, upload });
      else parsedFiles.push({ file, read: unreadFile(file, beyondLimit(TOO_DEEP), 'archive') });
    });
  }

  const files = uploads.filter(({ path }) => !isSystemFile(path));
  for (const [index, file] of files.entries()) {
    progress(index, files.length);
    if (bytesLeft < 0)
      parsedFiles.push({
        file,
        read: unreadFile(file, beyondLimit('The upload is larger than the limit of 20 GB.'), 'other'),
      });
    else {
      const upload = {
        bytesLeft: unpackedLimit(file.size),
        endsAt: performance.now() + timeOf(file.size),
      };
      await inspect(file, { depth: 0, upload });
    }
  }
  progress(files.length, files.length);
}
