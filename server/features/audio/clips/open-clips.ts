import type { BlobStore } from '#server/core/blobs/blob-store';
import { isRejection } from '#server/core/errors';
import { ChildDied } from '#server/core/jobs/child';
import { createIdleChildren } from '#server/core/jobs/idle-children';
import { type Source, sourceOfBlob } from '#server/core/media/source';
import { type SourceChild, openSourceChild } from '#server/core/media/source-child';
import type { ClipResponse, ClipQuestion } from './clip-child.ts';
import { isCuttable } from './clip.ts';
import { type Pieces, bytesOf } from './copy-range.ts';
import type { AudioClip, AudioTags } from './cuttable.ts';
import { serverModule } from '#server/core/server-module';

const child = serverModule('features/audio/clips/clip-child');
/** The next file of a book follows at once. */
const idle = createIdleChildren(5_000);
/** Milliseconds for one response, because the first one reads a long MP3 to its end; MiB of memory. */
const limits = { time: 5 * 60_000, heap: 256, memory: 512 };

/** An audio file from which clips are cut. */
export interface Clips {
  /** Yields the bytes of a new file with this range and these tags, in chunks. Only one clip can be open at a time. */
  cut(clip: AudioClip, tags: AudioTags): AsyncIterable<Buffer>;
  close(): void;
}

async function* piecesOf(openChild: SourceChild, clip: AudioClip, tags: AudioTags): Pieces {
  let question: ClipQuestion = { type: 'cut', clip, tags };
  for (let isLast = false; !isLast; question = { type: 'more' }) {
    const response = (await openChild.request(question)) as ClipResponse;
    for (const piece of response.pieces) yield piece instanceof Uint8Array ? Buffer.from(piece) : piece;
    ({ isLast } = response);
  }
}

/** Returns true for an error that the file causes: the child process exceeded its memory or time. */
const isOfFile = (error: unknown): boolean => error instanceof ChildDied || isRejection(error);

/** Opens a source in a child process, which reads its tables. See `openClips`. */
export async function openClipsOf(
  extension: string,
  source: Source,
  signal: AbortSignal,
): Promise<Clips | undefined> {
  if (!isCuttable(extension)) return undefined;
  const openChild = await openSourceChild(child, source, { input: extension, signal, limits, idle }).catch(
    (error: unknown) => {
      if (isOfFile(error)) return undefined;
      throw error;
    },
  );
  if (openChild?.opened !== true) {
    openChild?.close();
    return undefined;
  }
  return {
    cut: (clip, tags) => bytesOf(source, piecesOf(openChild, clip, tags)),
    close: openChild.close,
  };
}

/**
 * Opens a stored file to cut clips without decoding. Returns undefined for unsupported types and for files with an unusual structure. The
 * child process ends with the signal. @throws Error when the file is missing; the signal's reason
 */
export async function openClips(
  blobs: BlobStore,
  key: string,
  signal: AbortSignal,
): Promise<Clips | undefined> {
  const stats = await blobs.stat(key);
  if (!stats) throw new Error(`The blob ${key} is missing.`);
  const extension = key.slice(key.lastIndexOf('.') + 1);
  return openClipsOf(extension, sourceOfBlob(blobs, key, stats.size), signal);
}
