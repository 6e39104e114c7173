import { open } from 'node:fs/promises';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input, type InputAudioTrack } from 'mediabunny';
import { sourceOfFile, withBlocks } from '#server/core/media/source';
import { hasLongChunk, readMoov, readPackets } from '../clips/clip-mp4.ts';
import { type AacConfig, readAacConfig } from './aac-config.ts';
import { type InterleavedAudio, createAacDecoder } from './aac-decoder.ts';
import type { Audio } from './audio-stream.ts';

/*
 * Runs only in a child process. The decoder reads whole files, so it receives some seconds of packets at a time, with two preceding
 * packets as run-in.
 */

const PACKET_SAMPLES = 1024;
const BLOCK_PACKETS = 650;
const RUN_IN = 2;
const LONGEST_FRAME = 0x1fff;
/** The library reads the sizes of all packets of a chunk for each of them. */
const MAX_CHUNK_PACKETS = 1_000;

/** Returns a function that adds the frame header to a raw packet. */
function framesOf({ kind, rateIndex, channels }: AacConfig): (packet: Uint8Array) => Buffer {
  return (packet) => {
    const length = packet.length + 7;
    if (length > LONGEST_FRAME) throw new Error('A frame of the audio is too long.');
    const head = [
      0xff,
      0xf1,
      ((kind - 1) << 6) | (rateIndex << 2) | (channels >> 2),
      ((channels & 3) << 6) | (length >> 11),
      (length >> 3) & 255,
      ((length & 7) << 5) | 0x1f,
      0xfc,
    ];
    return Buffer.concat([Buffer.from(head), packet]);
  };
}

/**
 * Returns channels truncated or padded to the length that the packets declare. Otherwise markers would drift. The decoder omits the first
 * packet, so audio without a run-in is padded at its start.
 */
export function toChannels(
  { samples, channelCount }: InterleavedAudio,
  length: number,
  hasRunIn: boolean,
): Float32Array[] {
  const decodedLength = Math.floor(samples.length / channelCount);
  const skippedLength = Math.max(0, decodedLength - length);
  const paddedLength = hasRunIn ? 0 : Math.max(0, length - decodedLength);
  const end = Math.min(length, paddedLength + decodedLength);
  return Array.from({ length: channelCount }, (_, channel) => {
    const channelSamples = new Float32Array(length);
    let from = skippedLength * channelCount + channel;
    for (let index = paddedLength; index < end; index += 1, from += channelCount)
      channelSamples[index] = samples[from]!;
    return channelSamples;
  });
}

/**
 * Yields the packets of a file. The library yields them only if its tables are unusual, because it takes very long for long chunks.
 * @throws Error for unusual tables with long chunks
 */
async function* packetsOf(path: string, input: Input, track: InputAudioTrack): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  const { size } = await file.stat();
  const source = withBlocks(sourceOfFile(file, size));
  const moov = await readMoov(source);
  const isOnly = (await input.getAudioTracks()).length === 1;
  const packets = moov && isOnly ? await readPackets(source, moov) : undefined;
  if (packets) {
    yield* packets;
    return;
  }
  if (!moov || hasLongChunk(moov, MAX_CHUNK_PACKETS)) throw new Error('No supported audio found.');
  for await (const { data } of new EncodedPacketSink(track).packets()) yield data;
}

/** @param from seconds before which packets are skipped @throws AppError 415 for a type of AAC that the decoder does not support; Error for a file without audio */
export async function* decodeAac(path: string, from = 0): AsyncGenerator<Audio> {
  const decode = createAacDecoder();
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  const config = await track?.getDecoderConfig();
  const { description } = config ?? {};
  if (!track || !description) throw new Error('No supported audio found.');
  const core = readAacConfig(
    ArrayBuffer.isView(description)
      ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
      : new Uint8Array(description),
  );
  const toFrame = framesOf(core);

  const skippedPackets = Math.floor((from * core.rate) / PACKET_SAMPLES);
  let count = 0;
  let runIn: Buffer[] = [];
  let block: Buffer[] = [];
  async function flush(): Promise<Audio> {
    const bytes = Buffer.concat([...runIn, ...block]);
    const audio = await decode(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    // HE-AAC has twice as many samples per packet, at twice the rate.
    const factor = Math.max(1, Math.round(audio.sampleRate / core.rate));
    const packetSamples = PACKET_SAMPLES * factor;
    const channels = toChannels(audio, block.length * packetSamples, runIn.length > 0);
    const isFirst = count === skippedPackets + block.length;
    runIn = block.slice(-RUN_IN);
    block = [];
    return {
      sampleRate: audio.sampleRate,
      channels,
      ...(isFirst && { skippedSamples: skippedPackets * packetSamples }),
    };
  }

  for await (const packet of packetsOf(path, input, track)) {
    count += 1;
    if (count <= skippedPackets) {
      if (count > skippedPackets - RUN_IN) runIn.push(toFrame(packet));
      continue;
    }
    block.push(toFrame(packet));
    if (block.length >= BLOCK_PACKETS) yield await flush();
  }
  if (block.length > 0) yield await flush();
}
