import type { AudioExtension } from '#contract/media-kinds';
import type { Source } from '../source.ts';
import { openMp3 } from './cut-mp3.ts';
import { openMp4 } from './cut-mp4.ts';
import { openWav } from './cut-wav.ts';

/** What a file says about itself; what is blank is left out. */
export interface SoundTags {
  readonly title: string;
  /** The book. */
  readonly album: string;
  readonly author: string;
  readonly narrator: string;
  readonly year: number;
  readonly track: number;
  readonly tracks: number;
}

/** Says nothing. */
export const noTags: SoundTags = {
  title: '',
  album: '',
  author: '',
  narrator: '',
  year: 0,
  track: 0,
  tracks: 0,
};

/** Seconds; an end that is null is that of the file. */
export interface SoundPart {
  readonly start: number;
  readonly end: number | null;
}

/** A file of sound, of which parts can be taken without decoding it. */
export interface Cuttable {
  /** The bytes of a file of its own with that part and these tags, in flat memory. */
  cut(part: SoundPart, tags: SoundTags): AsyncIterable<Buffer>;
}

const openers: Readonly<Partial<Record<AudioExtension, (source: Source) => Promise<Cuttable | undefined>>>> =
  {
    mp3: openMp3,
    m4a: openMp4,
    m4b: openMp4,
    wav: openWav,
  };

/** Whether files of this kind can be cut, as a rule. */
export const isCuttable = (extension: string): extension is AudioExtension =>
  Object.hasOwn(openers, extension);

/**
 * Opens a file by its kind: MP3 is cut at frames, MP4 at packets, WAV at samples. Undefined for other kinds, and for a file that is
 * not built as most are.
 */
export const openCuttable = async (extension: string, source: Source): Promise<Cuttable | undefined> =>
  isCuttable(extension) ? openers[extension]?.(source) : undefined;
