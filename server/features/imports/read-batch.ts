import { importLimits } from '#contract/imports/import-limits';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Staging } from '#server/core/media/staging';
import type { ReadFile } from './proposal/read-file.ts';
import { type UploadedFile, withSource } from './uploaded-file.ts';
import { inspectInWorker, readerLimits } from './file-parser.ts';
import { isClutter } from './parsers/file-kind.ts';
import { ParseError, beyondLimit } from './parsers/parse-error.ts';
import type { Source } from '#server/core/media/source';
import { type ImportRoom, timeLimit, unpackedLimit } from './unpack-room.ts';
import { unpack } from './unpack.ts';

export interface ReadDeps {
  readonly blobs: BlobStore;
  readonly staging: Staging;
}

/** A file as it was dropped, with what was found in it. */
export interface LookedInto {
  readonly file: UploadedFile;
  readonly read: ReadFile;
}

interface Reading {
  readonly signal: AbortSignal;
  /** Room for unpacked files. The caller ends it. */
  readonly room: ImportRoom;
  /** Returns the milliseconds that one upload of so many bytes may take; `timeLimit` unless given. */
  readonly timeOf?: (size: number) => number;
  /** Reports the number of completed files and the total. */
  progress(done: number, of: number): void;
}

/** The place of a file in its upload. */
interface Place {
  /** Number of archives around it. */
  readonly depth: number;
  readonly upload: {
    /** Bytes that it may still unpack to. */
    bytesLeft: number;
    /** When reading it ends, as `performance.now` counts. */
    readonly endsAt: number;
  };
}

/** Archives inside archives are opened to here. */
const MAX_DEPTH = 3;
const TOO_SLOW = 'Reading this upload took too long, so this file was skipped.';
const TOO_DEEP = 'This archive is inside too many others and was not opened.';

/** Two files of a batch may have one path, such as one of an archive and one beside it. */
function uniquePath(path: string, paths: Set<string>): string {
  const [, name = path, extension = ''] = /^(.*?)(\.[^./]{1,5})?$/s.exec(path) ?? [];
  let unique = path;
  for (let number = 2; paths.has(unique); number += 1) unique = `${name} (${number})${extension}`;
  paths.add(unique);
  return unique;
}

const leftOut = ({ path, size }: UploadedFile, problem: ParseError, as: 'other' | 'archive'): ReadFile => ({
  path,
  size,
  kind: 'left-out',
  as,
  problem,
});

/**
 * Looks into every file of a drop, those inside archives included, which come to lie on local disk: who calls discards them, also
 * those of `found` when this throws. What cannot be read is left out with its reason.
 */
export async function readBatch(
  deps: ReadDeps,
  discarded: readonly UploadedFile[],
  parsedFiles: LookedInto[],
  { signal, progress, room, timeOf = timeLimit }: Reading,
): Promise<void> {
  let bytesLeft = importLimits.maxBatchBytes - discarded.reduce((sum, { size }) => sum + size, 0);
  let filesLeft = importLimits.maxFiles - discarded.length;
  const paths = new Set<string>();

  /** Looks into what is packed in a file; of an EPUB only into its audio. */
  async function lookBookContent(
    file: UploadedFile,
    source: Source,
    { depth, upload, wants }: Place & { wants?: (name: string) => boolean },
  ): Promise<void> {
    const limits = { files: filesLeft, bytes: Math.min(bytesLeft, upload.bytesLeft, room.left()) };
    try {
      for await (const bookContent of unpack(deps.staging, file.path, source, {
        ...limits,
        ...(wants && { wants }),
      })) {
        filesLeft -= 1;
        bytesLeft -= bookContent.size;
        upload.bytesLeft -= bookContent.size;
        room.take(bookContent.size);
        await look(bookContent, { depth: depth + 1, upload }).catch(async (error: unknown) => {
          await bookContent.staged?.discard();
          throw error;
        });
      }
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      // Of an EPUB the text is there: its audio has an entry of its own.
      const path = wants ? { ...file, path: `${file.path}/audio` } : file;
      parsedFiles.push({ file: path, read: leftOut(path, error, wants ? 'other' : 'archive') });
    }
  }

  async function look(uploaded: UploadedFile, { depth, upload }: Place): Promise<void> {
    signal.throwIfAborted();
    const file = { ...uploaded, path: uniquePath(uploaded.path, paths) };
    const time = Math.min(readerLimits.time, upload.endsAt - performance.now());
    if (time <= 0) {
      parsedFiles.push({ file, read: leftOut(file, beyondLimit(TOO_SLOW), 'other') });
      return;
    }
    await withSource(deps.blobs, file, async (source) => {
      const looked = await inspectInWorker(file.path, source, signal, { ...readerLimits, time });
      if (looked.kind !== 'archive') parsedFiles.push({ file, read: looked });
      if (looked.kind === 'epub' && looked.found.audio.length > 0) {
        const bookContent = new Set(looked.found.audio);
        await lookBookContent(file, source, { depth, upload, wants: (name) => bookContent.has(name) });
      }
      if (looked.kind !== 'archive') return;
      if (depth < MAX_DEPTH) await lookBookContent(file, source, { depth, upload });
      else parsedFiles.push({ file, read: leftOut(file, beyondLimit(TOO_DEEP), 'archive') });
    });
  }

  const files = discarded.filter(({ path }) => !isClutter(path));
  for (const [index, file] of files.entries()) {
    progress(index, files.length);
    if (bytesLeft < 0)
      parsedFiles.push({
        file,
        read: leftOut(file, beyondLimit('The upload is larger than the limit of 20 GB.'), 'other'),
      });
    else {
      const upload = {
        bytesLeft: unpackedLimit(file.size),
        endsAt: performance.now() + timeOf(file.size),
      };
      await look(file, { depth: 0, upload });
    }
  }
  progress(files.length, files.length);
}
