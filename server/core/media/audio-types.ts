import type { AudioExtension } from '#contract/core/media-types';
import type { BytesAt } from './bytes-at.ts';
import { hasBytes } from './head-bytes.ts';
import { mp3Duration, startsWithMp3 } from './mp3-duration.ts';
import { oggDuration, oggContains } from './ogg-duration.ts';

interface AudioKind {
  /** The name of the type in messages. */
  readonly name: string;
  /** The media type of responses. */
  readonly mediaType: string;
  /** Returns true if a file is of this type. `head` starts after the ID3 tag, if any. */
  begins(head: Buffer): boolean;
  /**
   * Returns the duration in seconds if the general parser would estimate it or read a long file completely. Undefined means that the parser
   * is used.
   */
  duration?(file: BytesAt, range: { head: Buffer; start: number; size: number }): Promise<number | undefined>;
}

/** The brands of MP4 files that may contain audio. Their tracks determine whether they are videos. */
const MP4_BRANDS = new Set('M4A |mp41|mp42|isom|iso2|iso5|iso6|dash|MSNV|3gp4|3gp5'.split('|'));

const isMp4 = (head: Buffer, isBrand: (brand: string) => boolean): boolean =>
  hasBytes(head, 4, 'ftyp') && isBrand(head.toString('latin1', 8, 12));

/** The accepted audio types by the extension of their keys. */
export const audioKinds = {
  mp3: {
    name: 'MP3',
    mediaType: 'audio/mpeg',
    begins: startsWithMp3,
    duration: (file, { start, size }) => mp3Duration(file, start, size),
  },
  m4a: {
    name: 'M4A',
    mediaType: 'audio/mp4',
    begins: (head) => isMp4(head, (brand) => MP4_BRANDS.has(brand)),
  },
  m4b: {
    name: 'M4B',
    mediaType: 'audio/mp4',
    begins: (head) => isMp4(head, (brand) => brand === 'M4B '),
  },
  ogg: {
    name: 'OGG',
    mediaType: 'audio/ogg',
    begins: (head) => oggContains(head, '\x01vorbis') || oggContains(head, '\x7fFLAC'),
    duration: (file, { head, size }) => oggDuration(file, head, size),
  },
  opus: {
    name: 'Opus',
    mediaType: 'audio/ogg; codecs=opus',
    begins: (head) => oggContains(head, 'OpusHead'),
    duration: (file, { head, size }) => oggDuration(file, head, size),
  },
  flac: { name: 'FLAC', mediaType: 'audio/flac', begins: (head) => hasBytes(head, 0, 'fLaC') },
  wav: {
    name: 'WAV',
    mediaType: 'audio/wav',
    begins: (head) => hasBytes(head, 0, 'RIFF') && hasBytes(head, 8, 'WAVE'),
  },
} as const satisfies Readonly<Record<AudioExtension, AudioKind>>;

const entries = Object.entries(audioKinds) as [AudioExtension, AudioKind][];

export const audioNames: readonly string[] = entries.map(([, { name }]) => name);

/** Returns the type of audio by its first bytes, or undefined for types that are not accepted. `head` starts after the ID3 tag, if any. */
export function audioKindOf(head: Buffer): (AudioKind & { extension: AudioExtension }) | undefined {
  const match = entries.find(([, kind]) => kind.begins(head));
  return match && { extension: match[0], ...match[1] };
}
