import type { AudioExtension } from '#contract/core/media-types';
import type { Source } from '#server/core/media/source';
import type { ClippableAudio } from './cuttable.ts';
import { openMp3 } from './clip-mp3.ts';
import { openMp4 } from './clip-mp4.ts';
import { openWav } from './clip-wav.ts';

type OpenAudio = (source: Source, signal?: AbortSignal) => Promise<ClippableAudio | undefined>;

const openers: Readonly<Partial<Record<AudioExtension, OpenAudio>>> = {
  mp3: openMp3,
  m4a: openMp4,
  m4b: openMp4,
  wav: openWav,
};

/** Returns true when files of this type can usually be cut. */
export const isCuttable = (extension: string): extension is AudioExtension =>
  Object.hasOwn(openers, extension);

/**
 * Opens a file by its type: MP3 is cut at frames, MP4 at packets, WAV at samples. Returns undefined for other types and for files with an
 * unusual structure. @throws the signal's reason when it was aborted
 */
export const openCuttable = async (
  extension: string,
  source: Source,
  signal?: AbortSignal,
): Promise<ClippableAudio | undefined> =>
  isCuttable(extension) ? openers[extension]?.(source, signal) : undefined;
