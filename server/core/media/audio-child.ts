import { open } from 'node:fs/promises';
import { parseFile } from 'music-metadata';
import type { AudioExtension } from '#contract/core/media-types';
import { audioKindOf } from './audio-types.ts';
import { id3Length } from './id3.ts';

/* The child process of `inspectAudio`. */

export type Inspection =
  | { readonly outcome: 'audio'; readonly extension: AudioExtension; readonly seconds: number }
  | { readonly outcome: 'unsupported' | 'unreadable' };

const HEAD_BYTES = 64 * 1024;
/** Matches the codecs of video tracks. The chapter images of audiobooks use other codecs. */
const FILM = /avc|hvc|hev|vp0|vp8|vp9|av01|mp4v|h\.?26|mpeg/i;
/** The maximum duration in seconds. It exceeds any book, so a longer file is damaged. */
const MAX_SECONDS = 10_000 * 3600;

async function inspect(path: string): Promise<Inspection> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const readAt = async (position: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, position);
      return buffer.subarray(0, bytesRead);
    };
    const start = id3Length(await readAt(0));
    const head = await readAt(start);
    const kind = audioKindOf(head);
    if (!kind) return { outcome: 'unsupported' };
    const { extension } = kind;
    const seconds = await kind.duration?.(file, { head, start, size });
    return audio(extension, seconds ?? (await parseInChild(path, extension, size)));
  } catch (error) {
    return { outcome: error instanceof Film ? 'unsupported' : 'unreadable' };
  } finally {
    await file.close();
  }
}

class Film extends Error {}

function audio(extension: AudioExtension, seconds: number | undefined): Inspection {
  if (seconds === undefined || !(seconds >= 0 && seconds <= MAX_SECONDS)) return { outcome: 'unreadable' };
  return { outcome: 'audio', extension, seconds };
}

/** @throws Film for a file with a video track */
async function parseInChild(
  path: string,
  extension: AudioExtension,
  size: number,
): Promise<number | undefined> {
  const { format } = await parseFile(path, { duration: true, skipCovers: true, skipPostHeaders: true });
  const isFilm = format.trackInfo.some(({ video, codecName }) => video && FILM.test(codecName ?? ''));
  if (isFilm) throw new Film();
  if (format.hasAudio === false || !format.sampleRate) return undefined;
  // A recorder that cannot seek back writes the maximum size to the header.
  if (extension === 'wav' && format.duration && format.bitrate) {
    return Math.min(format.duration, (size * 8) / format.bitrate);
  }
  return format.duration;
}

/** Never throws. A file that causes a parser error is unreadable. */
export const run = ({ path }: { readonly path: string }): Promise<Inspection> =>
  inspect(path).catch((): Inspection => ({ outcome: 'unreadable' }));
