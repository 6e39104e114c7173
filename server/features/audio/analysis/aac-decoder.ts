import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Audio } from './audio-stream.ts';

/*
 * The AAC decoder of the package, which is FFmpeg in WebAssembly. It is loaded once per child process. Loading it changes globals and adds
 * listeners to the process, which are removed.
 */

const PACKAGE = '@humansignal/audio-file-decoder';

/** A `std::vector<float>` in the memory of the decoder. */
interface FloatVector {
  size(): number;
  get(index: number): number;
  delete(): void;
}

interface DecoderModule {
  readonly HEAPF32: Float32Array;
  readonly HEAPU32: Uint32Array;
  decodeAudio(
    file: string,
    start: number,
    duration: number,
    options: { multiChannel: boolean },
  ): { readonly status: { readonly status: number; readonly error: string }; readonly samples: FloatVector };
}

interface Decoder {
  readonly _module: DecoderModule;
  readonly sampleRate: number;
  readonly channelCount: number;
  dispose(): void;
}

interface DecoderPackage {
  readonly AudioDecoder: (new (
    module: DecoderModule,
    bytes: ArrayBuffer,
  ) => Decoder) & {
    readonly MEMFS_PATH: string;
  };
  getAudioDecoder(wasm: string, bytes: ArrayBuffer): Promise<Decoder>;
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

const loadPackage = () => {
  const require = createRequire(import.meta.url);
  return {
    wasmFile: require.resolve(`${PACKAGE}/decode-audio.wasm`),
    aac: require(PACKAGE) as DecoderPackage,
  };
};

/** Loads the decoder with a first file, which is in memory. @throws for audio that cannot be decoded */
export async function loadAacDecoder(bytes: ArrayBuffer): Promise<Decoder> {
  const { wasmFile, aac } = loadPackage();
  const events = ['unhandledRejection', 'uncaughtException'] as const;
  const before = events.map((event) => new Set(process.listeners(event as 'uncaughtException')));
  const decoder = await withLoaderGlobals(wasmFile, () => aac.getAudioDecoder(wasmFile, bytes));
  events.forEach((event, index) => {
    for (const listener of process.listeners(event as 'uncaughtException'))
      if (!before[index]?.has(listener)) process.removeListener(event, listener);
  });
  return decoder;
}

/**
 * Returns the samples of a vector. Each call of `get` converts one sample and costs more than decoding it, so the memory is copied at once.
 * The address is a number in the handle of the vector. A vector is the addresses of its start and its end.
 */
export function samplesOf({ HEAPF32, HEAPU32 }: DecoderModule, vector: FloatVector): Float32Array {
  const size = vector.size();
  const handles = Reflect.ownKeys(vector).map((key): unknown => Reflect.get(vector, key));
  for (const handle of handles)
    for (const address of Object.values(handle ?? {}) as unknown[]) {
      if (typeof address !== 'number' || address % 4 !== 0) continue;
      const [start = 0, end = 0] = HEAPU32.subarray(address / 4, address / 4 + 2);
      const isSame = (index: number) => Object.is(HEAPF32[start / 4 + index], vector.get(index));
      if (size > 0 && start % 4 === 0 && end - start === size * 4 && isSame(0) && isSame(size - 1))
        return HEAPF32.slice(start / 4, end / 4);
    }
  return Float32Array.from({ length: size }, (_, index) => vector.get(index));
}

/** Audio with the samples of all channels in turn. */
export interface InterleavedAudio extends Pick<Audio, 'sampleRate'> {
  readonly channelCount: number;
  readonly samples: Float32Array;
}

/** Decodes the file of a decoder. */
function decodeFile({ _module: module, sampleRate, channelCount }: Decoder, path: string): InterleavedAudio {
  const { status, samples } = module.decodeAudio(path, 0, -1, { multiChannel: true });
  try {
    if (status.status < 0) throw new Error(`The audio could not be decoded: ${status.error}`);
    return { sampleRate, channelCount, samples: samplesOf(module, samples) };
  } finally {
    samples.delete();
  }
}

/** Returns a function that decodes a file in memory. @throws for audio that cannot be decoded */
export function createAacDecoder(): (bytes: ArrayBuffer) => Promise<InterleavedAudio> {
  const { AudioDecoder } = loadPackage().aac;
  let module: DecoderModule | undefined;
  return async (bytes) => {
    const decoder = module ? new AudioDecoder(module, bytes) : await loadAacDecoder(bytes);
    ({ _module: module } = decoder);
    try {
      return decodeFile(decoder, AudioDecoder.MEMFS_PATH);
    } finally {
      decoder.dispose();
    }
  };
}
