import { makeMp3 } from './audio-files.ts';
import { encodeLegacy } from './legacy-text.ts';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Returns an MP3 whose ID3v2.3 frames declare Latin-1 and contain another encoding. */
export function makeLegacyMp3(tags: Readonly<Record<string, string>>, encoding: string): Buffer {
  const frames = Object.entries(tags).map(([id, text]) => {
    const body = Buffer.concat([Buffer.from([0]), encodeLegacy(text, encoding)]);
    return Buffer.concat([Buffer.from(id, 'latin1'), u32(body.length), Buffer.alloc(2), body]);
  });
  const body = Buffer.concat(frames);
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (body.length >>> shift) & 0x7f));
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), size, body, makeMp3()]);
}

/** Returns an MP3 with an ID3v1 tag at its end. Its texts have 30 bytes and no declared encoding. */
export function makeId3v1Mp3(
  { title, artist, album }: Readonly<Record<'title' | 'artist' | 'album', string>>,
  encoding: string,
): Buffer {
  const field = (text: string) => {
    const bytes = Buffer.alloc(30);
    encodeLegacy(text, encoding).copy(bytes);
    return bytes;
  };
  const tag = [
    Buffer.from('TAG'),
    ...[title, artist, album].map(field),
    Buffer.from('1999'),
    Buffer.alloc(31),
  ];
  return Buffer.concat([makeMp3(), ...tag]);
}
