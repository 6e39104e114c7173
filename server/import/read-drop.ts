import { importLimits } from '#contract/import-terms';
import type { BlobStore } from '#server/blobs/blob-store';
import type { Staging } from '#server/media/staging';
import type { ReadFile } from './draft/read-file.ts';
import { type DroppedFile, withSource } from './dropped-file.ts';
import { lookApart } from './file-reader.ts';
import { isClutter } from './read/file-kind.ts';
import { ReadProblem, beyondLimit } from './read/read-problem.ts';
import { unpack } from './unpack.ts';

export interface ReadDeps {
  readonly blobs: BlobStore;
  readonly staging: Staging;
}

/** A file as it was dropped, with what was found in it. */
export interface LookedInto {
  readonly file: DroppedFile;
  readonly read: ReadFile;
}

interface Reading {
  readonly signal: AbortSignal;
  /** How many files are done of how many. */
  progress(done: number, of: number): void;
}

const leftOut = ({ path, size }: DroppedFile, problem: ReadProblem, as: 'other' | 'archive'): ReadFile => ({
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
export async function readDrop(
  deps: ReadDeps,
  dropped: readonly DroppedFile[],
  found: LookedInto[],
  { signal, progress }: Reading,
): Promise<void> {
  let bytesLeft = importLimits.maxDropBytes - dropped.reduce((sum, { size }) => sum + size, 0);
  let filesLeft = importLimits.maxFiles - dropped.length;

  async function look(file: DroppedFile, isInside: boolean): Promise<void> {
    signal.throwIfAborted();
    await withSource(deps.blobs, file, async (source) => {
      const looked = await lookApart(file.path, source, signal);
      if (looked.kind !== 'archive') found.push({ file, read: looked });
      else if (isInside)
        found.push({
          file,
          read: leftOut(
            file,
            new ReadProblem('foreign', 'An archive inside an archive is not opened.'),
            'archive',
          ),
        });
      else
        try {
          for await (const inside of unpack(deps.staging, file.path, source, {
            files: filesLeft,
            bytes: bytesLeft,
          })) {
            filesLeft -= 1;
            bytesLeft -= inside.size;
            await look(inside, true).catch(async (error: unknown) => {
              await inside.staged?.discard();
              throw error;
            });
          }
        } catch (error) {
          if (!(error instanceof ReadProblem)) throw error;
          found.push({ file, read: leftOut(file, error, 'archive') });
        }
    });
  }

  const wanted = dropped.filter(({ path }) => !isClutter(path));
  for (const [index, file] of wanted.entries()) {
    progress(index, wanted.length);
    if (bytesLeft < 0)
      found.push({
        file,
        read: leftOut(file, beyondLimit('One drop may hold 20 GiB; this one holds more.'), 'other'),
      });
    else await look(file, false);
  }
  progress(wanted.length, wanted.length);
}
