import { createReadStream } from 'node:fs';
import type { Audio, AudioStream } from './audio-stream.ts';

/* Each decoder is loaded on demand in the child process. */

const CHUNK_BYTES = 128 * 1024;
/** In hertz. Telephones use 8,000. */
const MIN_SAMPLE_RATE = 1_000;

interface Decoded {
  readonly channelData: Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
}

interface StreamDecoder {
  readonly ready: Promise<void>;
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Promise<Decoded>;
  free(): void;
}

async function* decodeStream(path: string, decoder: StreamDecoder): AsyncGenerator<Audio> {
  await decoder.ready;
  const toAudio = ({ sampleRate, channelData }: Decoded): Audio => ({ sampleRate, channels: channelData });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      const decodedAudio = await decoder.decode(chunk as Buffer);
      if (decodedAudio.samplesDecoded > 0) yield toAudio(decodedAudio);
    }
    const rest = await decoder.flush?.();
    if (rest && rest.samplesDecoded > 0) yield toAudio(rest);
  } finally {
    decoder.free();
  }
}

/** Rejects sample rates that no recording has. Measuring a sample rate of 0 would never end. */
async function* withSampleRate(audio: AudioStream): AsyncGenerator<Audio> {
  for await (const piece of audio) {
    if (!(piece.sampleRate >= MIN_SAMPLE_RATE)) throw new Error('The sample rate isn’t supported.');
    yield piece;
  }
}

/**
 * Decodes a file of one of `audioKinds` with the built-in decoders. The audio throws an error for a sample rate below 1,000 Hz.
 * @param from seconds before which audio is not needed; the decoder of AAC skips it @throws Error for an unsupported type
 */
export async function decodeAudio(
  path: string,
  extension: string,
  { isFlac, from = 0 }: { readonly isFlac: boolean; readonly from?: number },
): Promise<AudioStream> {
  return withSampleRate(await decode(path, extension, { isFlac, from }));
}

async function decode(
  path: string,
  extension: string,
  { isFlac, from }: { readonly isFlac: boolean; readonly from: number },
): Promise<AudioStream> {
  switch (extension) {
    case 'mp3': {
      const { MPEGDecoder } = await import('mpg123-decoder');
      return decodeStream(path, new MPEGDecoder());
    }
    case 'opus': {
      const { OggOpusDecoder } = await import('ogg-opus-decoder');
      return decodeStream(path, new OggOpusDecoder());
    }
    case 'flac': {
      const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
      return decodeStream(path, new FLACDecoder());
    }
    case 'ogg': {
      if (isFlac) return decode(path, 'flac', { isFlac, from });
      const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
      return decodeStream(path, new OggVorbisDecoder());
    }
    case 'wav':
      return (await import('./decode-wav.ts')).decodeWav(path);
    default:
      return (await import('./decode-aac.ts')).decodeAac(path, from);
  }
}
