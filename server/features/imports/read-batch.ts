import { importLimits } from '#contract/imports/import-limits';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Staging } from '#server/core/media/staging';
import type { ReadFile } from './proposal/read-file.ts';
import { type UploadedFile, withSource } from './uploaded-file.ts';
import { inspectInWorker } from './file-parser.ts';
import { isClutter } from './parsers/file-kind.ts';
import { ParseError, beyondLimit } from './parsers/parse-error.ts';
import type { Source } from '#server/core/media/source';
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
  /** Reports the number of completed files and the total. */
  progress(done: number, of: number): void;
}

/** Archives inside archives are opened to here. */
const MAX_DEPTH = 3;
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
  found: LookedInto[],
  { signal, progress }: Reading,
): Promise<void> {
  let bytesLeft = importLimits.maxBatchBytes - discarded.reduce((sum, { size }) => sum + size, 0);
  let filesLeft = importLimits.maxFiles - discarded.length;
  const paths = new Set<string>();

  /** Looks into what is packed in a file; of an EPUB only into its audio. */
  async function lookBookContent(
    file: UploadedFile,
    source: Source,
    { depth, wants }: { depth: number; wants?: (name: string) => boolean },
  ): Promise<void> {
    const room = { files: filesLeft, bytes: bytesLeft };
    try {
      for await (const bookContent of unpack(deps.staging, file.path, source, {
        ...room,
        ...(wants && { wants }),
      })) {
        filesLeft -= 1;
        bytesLeft -= bookContent.size;
        await look(bookContent, depth + 1).catch(async (error: unknown) => {
          await bookContent.staged?.discard();
          throw error;
        });
      }
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      // Of an EPUB the text is there: its audio has an entry of its own.
      const path = wants ? { ...file, path: `${file.path}/audio` } : file;
      found.push({ file: path, read: leftOut(path, error, wants ? 'other' : 'archive') });
    }
  }

  async function look(uploaded: UploadedFile, depth: number): Promise<void> {
    signal.throwIfAborted();
    const file = { ...uploaded, path: uniquePath(uploaded.path, paths) };
    await withSource(deps.blobs, file, async (source) => {
      const looked = await inspectInWorker(file.path, source, signal);
      if (looked.kind !== 'archive') found.push({ file, read: looked });
      if (looked.kind === 'epub' && looked.found.audio.length > 0) {
        const bookContent = new Set(looked.found.audio);
        await lookBookContent(file, source, { depth, wants: (name) => bookContent.has(name) });
      }
      if (looked.kind !== 'archive') return;
      if (depth < MAX_DEPTH) await lookBookContent(file, source, { depth });
      else found.push({ file, read: leftOut(file, beyondLimit(TOO_DEEP), 'archive') });
    });
  }

  const wanted = discarded.filter(({ path }) => !isClutter(path));
  for (const [index, file] of wanted.entries()) {
    progress(index, wanted.length);
    if (bytesLeft < 0)
      found.push({
        file,
        read: leftOut(file, beyondLimit('The upload is larger than the limit of 20 GB.'), 'other'),
      });
    else await look(file, 0);
  }
  progress(wanted.length, wanted.length);
}
