import { crc32, deflateSync } from 'node:zlib';

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Returns a cover in one colour. */
export function png(
  width = 500,
  height = 750,
  colour: readonly [number, number, number] = [20, 110, 120],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(colour))]);
  const pixels = Buffer.alloc(line.length * height, line);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const RATE = 8_000;

/** Returns a WAV file with one channel, 16 bits and 8 kHz. */
function wavOf(samples: number, sampleAt: (index: number) => number): Buffer {
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index++)
    file.writeInt16LE(Math.round(4_000 * sampleAt(index)), 44 + index * 2);
  return file;
}

const tone = (index: number, hertz: number): number => Math.sin((2 * Math.PI * hertz * index) / RATE);

/** Returns a quiet tone. */
export const wav = (seconds: number, hertz = 220): Buffer =>
  wavOf(Math.round(seconds * RATE), (index) => tone(index, hertz));

/** Returns audio that resembles sentences. @param sentences their durations in seconds, each followed by a pause of one second */
export function babble(sentences: readonly number[]): Buffer {
  const speech = sentences.flatMap((seconds) => [
    ...Array.from({ length: Math.round(seconds * RATE) }, () => true),
    ...Array.from({ length: RATE }, () => false),
  ]);
  const syllable = 0.15 * RATE;
  const pitches = [180, 240, 310, 205, 270, 150];
  return wavOf(speech.length, (index) => {
    if (!speech[index]) return 0.004 * Math.sin(index * index);
    const unit = Math.floor(index / syllable);
    const swell = Math.sin((Math.PI * (index % syllable)) / syllable);
    const hertz = pitches[unit % pitches.length] ?? 200;
    return swell * (0.6 * tone(index, hertz) + 0.3 * tone(index, hertz * (2 + (unit % 5))));
  });
}
