import type { Pieces } from './copy-range.ts';

/** Tags of an audio file without blank values. */
export interface AudioTags {
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
export const noTags: AudioTags = {
  title: '',
  album: '',
  author: '',
  narrator: '',
  year: 0,
  track: 0,
  tracks: 0,
};

/** Seconds; an end that is null is that of the file. */
export interface AudioClip {
  readonly start: number;
  readonly end: number | null;
}

/** A file of sound, of which parts can be taken without decoding it. */
export interface ClippableAudio {
  /** The content of a file of its own with that part and these tags. */
  cut(part: AudioClip, tags: AudioTags): Pieces;
}
