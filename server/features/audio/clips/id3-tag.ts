import type { AudioTags } from './cuttable.ts';

const UTF_8 = 3;

/** Returns a number with seven bits per byte. */
function syncSafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f));
}

function textFrame(id: string, text: string): Buffer {
  const body = Buffer.concat([Buffer.from([UTF_8]), Buffer.from(text)]);
  return Buffer.concat([Buffer.from(id, 'latin1'), syncSafe(body.length), Buffer.alloc(2), body]);
}

/** Returns a frame whose text has a description. */
const describedFrame = (description: string, text: string): Buffer =>
  textFrame('TXXX', `${description}\0${text}`);

/** Returns an ID3 tag of version 2.4. */
export function id3Tag({
  title,
  album,
  author,
  narrator,
  publisher,
  year,
  track,
  tracks,
  others,
}: AudioTags): Buffer {
  const texts: readonly (readonly [string, string])[] = [
    ['TIT2', title],
    ['TALB', album],
    ['TPE1', author],
    ['TCOM', narrator],
    ['TPUB', publisher],
    ['TDRC', year > 0 ? String(year).padStart(4, '0') : ''],
    ['TRCK', track > 0 ? `${track}/${tracks}` : ''],
  ];
  const isRecorded = ([, text]: readonly [string, string]) => text !== '';
  const frames = Buffer.concat([
    ...texts.filter(isRecorded).map(([id, text]) => textFrame(id, text)),
    ...Object.entries(others)
      .filter(isRecorded)
      .map(([name, text]) => describedFrame(name, text)),
  ]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncSafe(frames.length), frames]);
}
