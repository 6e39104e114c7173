import type { BlobStore } from '#server/core/blobs/blob-store';
import { AppError } from '#server/core/errors';
import { ChildDied, childModule } from '#server/core/jobs/child';
import { createIdleChildren } from '#server/core/jobs/idle-children';
import { type Source, sourceOfBlob } from '#server/core/media/source';
import { type SourceChild, openSourceChild } from '#server/core/media/source-child';
import type { ClipAnswer, ClipQuestion } from './clip-child.ts';
import { isCuttable } from './clip.ts';
import { type Pieces, bytesOf } from './copy-range.ts';
import type { AudioClip, AudioTags } from './cuttable.ts';

const child = childModule('clip-child', import.meta.url);
/** The next file of a book comes at once. */
const idle = createIdleChildren(5_000);
/** Milliseconds for one answer: a long MP3 is read from end to end for its first. MiB. */
const limits = { time: 5 * 60_000, heap: 256, memory: 512 };

/** A file of audio, of which clips can be taken. */
export interface Clips {
  /** The bytes of a file of its own with that part and these tags, in flat memory. One at a time. */
  cut(part: AudioClip, tags: AudioTags): AsyncIterable<Buffer>;
  close(): void;
}

async function* piecesOf(opened: SourceChild, part: AudioClip, tags: AudioTags): Pieces {
  let question: ClipQuestion = { type: 'cut', part, tags };
  for (let isLast = false; !isLast; question = { type: 'more' }) {
    const answer = (await opened.ask(question)) as ClipAnswer;
    for (const piece of answer.pieces) yield piece instanceof Uint8Array ? Buffer.from(piece) : piece;
    ({ isLast } = answer);
  }
}

/** True for an error that the file causes: it took its child too much memory or time. */
const isOfFile = (error: unknown): boolean =>
  error instanceof ChildDied || (error instanceof AppError && error.status < 500);

/** Opens a source in a child process, which reads its tables. See `openClips`. */
export async function openClipsOf(
  extension: string,
  source: Source,
  signal: AbortSignal,
): Promise<Clips | undefined> {
  if (!isCuttable(extension)) return undefined;
  const opened = await openSourceChild(child, source, { input: extension, signal, limits, idle }).catch(
    (error: unknown) => {
      if (isOfFile(error)) return undefined;
      throw error;
    },
  );
  if (opened?.opened !== true) {
    opened?.close();
    return undefined;
  }
  return {
    cut: (part, tags) => bytesOf(source, piecesOf(opened, part, tags)),
    close: opened.close,
  };
}

/**
 * Opens a stored file to take clips of it without decoding it. Undefined for kinds that are not cut, and for a file that is not built as
 * most of its kind are. The child process ends with the signal. @throws Error when the file is gone; the signal's reason
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
