import type { Pieces } from './copy-range.ts';

/** Tags of an audio file without blank values. */
export interface AudioTags {
  readonly title: string;
  /** The title of the book. */
  readonly album: string;
  readonly author: string;
  readonly narrator: string;
  readonly publisher: string;
  readonly year: number;
  readonly track: number;
  readonly tracks: number;
  /** Tags without a standard name, by the name that other programs use. */
  readonly others: Readonly<Record<'SERIES' | 'SERIES-PART' | 'ASIN', string>>;
}

/** Empty tags. */
export const noTags: AudioTags = {
  title: '',
  album: '',
  author: '',
  narrator: '',
  publisher: '',
  year: 0,
  track: 0,
  tracks: 0,
  others: { SERIES: '', 'SERIES-PART': '', ASIN: '' },
};

/** A range in seconds; a null end means the end of the file. */
export interface AudioClip {
  readonly start: number;
  readonly end: number | null;
}

/** An audio file from which clips are cut without decoding. */
export interface ClippableAudio {
  /** Returns the content of a new file with this range and these tags. */
  cut(clip: AudioClip, tags: AudioTags): Pieces;
}
