import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input, type InputAudioTrack } from 'mediabunny';
import { sourceOfFile, withBlocks } from '#server/core/media/source';
import { hasLongChunk, readMoov, readPackets } from '../clips/clip-mp4.ts';
import { type AacConfig, readAacConfig } from './aac-config.ts';
import type { Audio } from './audio-stream.ts';

/*
 * Runs only in a child process. Loading the decoder changes globals, and each instance retains memory until its listeners are removed from
 * the process. The decoder reads whole files, so it receives one minute of packets at a time, with two preceding packets as run-in.
 */

const PACKAGE = '@humansignal/audio-file-decoder';
const PACKET_SAMPLES = 1024;
const BLOCK_PACKETS = 2_600;
const RUN_IN = 2;
const LONGEST_FRAME = 0x1fff;
/** The library reads the sizes of all packets of a chunk for each of them. */
const MAX_CHUNK_PACKETS = 1_000;

interface Decoder {
  readonly sampleRate: number;
  readonly channelCount: number;
  decodeAudioData(start: number, duration: number, options: { multiChannel: boolean }): Float32Array;
  dispose(): void;
}

/** The loader of the decoder was written for browsers and CommonJS and expects these globals. They are restored after each use. */
async function withLoaderGlobals<Result>(wasmFile: string, load: () => Promise<Result>): Promise<Result> {
  const wasm = readFileSync(wasmFile);
  const globals = {
    __dirname: import.meta.dirname,
    require: createRequire(import.meta.url),
    fetch: async () => new Response(wasm, { headers: { 'content-type': 'application/wasm' } }),
  };
  const before = Object.keys(globals).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  Object.assign(globalThis, globals);
  try {
    return await load();
  } finally {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
  }
}

function loadDecoder(): (bytes: ArrayBuffer) => Promise<Decoder> {
  const require = createRequire(import.meta.url);
  const wasmFile = require.resolve(`${PACKAGE}/decode-audio.wasm`);
  const events = ['unhandledRejection', 'uncaughtException'] as const;
  return async (bytes) => {
    const before = events.map((event) => new Set(process.listeners(event as 'uncaughtException')));
    const decoder = await withLoaderGlobals(wasmFile, () => {
      const { getAudioDecoder } = require(PACKAGE) as {
        getAudioDecoder(wasm: string, bytes: ArrayBuffer): Promise<Decoder>;
      };
      return getAudioDecoder(wasmFile, bytes);
    });
    events.forEach((event, index) => {
      for (const listener of process.listeners(event as 'uncaughtException'))
        if (!before[index]?.has(listener)) process.removeListener(event, listener);
    });
    return decoder;
  };
}

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

/** Returns channels truncated or padded to the length that the packets declare. Otherwise markers would drift. */
function toChannels(interleavedSamples: Float32Array, count: number, channelCount: number): Float32Array[] {
  const have = Math.floor(interleavedSamples.length / count);
  const skippedSamples = Math.max(0, have - channelCount);
  return Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(channelCount);
    const end = Math.min(channelCount, have - skippedSamples);
    for (let index = 0, from = skippedSamples * count + channel; index < end; index += 1, from += count)
      samples[index] = interleavedSamples[from] ?? 0;
    return samples;
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

/** @throws AppError 415 for a type of AAC that the decoder does not support; Error for a file without audio */
export async function* decodeAac(path: string): AsyncGenerator<Audio> {
  const decode = loadDecoder();
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

  let runIn: Buffer[] = [];
  let block: Buffer[] = [];
  async function flush(): Promise<Audio> {
    const bytes = Buffer.concat([...runIn, ...block]);
    const decoder = await decode(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    try {
      const { sampleRate, channelCount } = decoder;
      const samples = decoder.decodeAudioData(0, -1, { multiChannel: true });
      // HE-AAC has twice as many samples per packet, at twice the rate.
      const factor = Math.max(1, Math.round(sampleRate / core.rate));
      return {
        sampleRate,
        channels: toChannels(samples, channelCount, block.length * PACKET_SAMPLES * factor),
      };
    } finally {
      decoder.dispose();
      runIn = block.slice(-RUN_IN);
      block = [];
      globalThis.gc?.();
    }
  }

  for await (const packet of packetsOf(path, input, track)) {
    block.push(toFrame(packet));
    if (block.length >= BLOCK_PACKETS) yield await flush();
  }
  if (block.length > 0) yield await flush();
}
