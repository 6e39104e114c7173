import { HEADER_BYTES, levelFor, type PeakLevel, readPeaksHeader, type PeakAt } from './peaks.ts';

/** Reads bytes of a file, including both ends. */
export type ReadRange = (
  url: string,
  range: { readonly first: number; readonly last: number; readonly signal: AbortSignal },
) => Promise<ArrayBuffer>;

const CHUNK = 32_768;
/** The number of bytes loaded initially: the coarse levels, enough for any screen. */
const COARSE_BYTES = 65_536;

/** The waveform of one audio file, loaded in chunks when they become visible. */
export interface PeaksLoader {
  readonly levels: () => readonly PeakLevel[];
  readonly read: PeakAt;
  /** Loads the chunks of a time range at this scale. */
  want(from: number, to: number, perPixel: number): void;
  close(): void;
}

/** Creates a loader. `onLoaded` is called after each loaded chunk. A waveform that cannot be loaded is a flat line. */
export function createPeaksLoader(url: string, readRange: ReadRange, onLoaded: () => void): PeaksLoader {
  const controller = new AbortController();
  const chunks = new Map<number, Uint8Array | null>();
  let levels: PeakLevel[] = [];
  let requestedRange: [number, number, number] | undefined;

  async function load(chunk: number): Promise<void> {
    if (chunks.has(chunk)) return;
    chunks.set(chunk, null);
    const last = levels.at(-1);
    const size = last ? last.offset + last.length : HEADER_BYTES;
    const first = chunk * CHUNK;
    if (first >= size) return;
    try {
      const bytes = await readRange(url, {
        first,
        last: Math.min(first + CHUNK, size) - 1,
        signal: controller.signal,
      });
      chunks.set(chunk, new Uint8Array(bytes));
      onLoaded();
    } catch {
      // Requested again when it becomes visible again.
      chunks.delete(chunk);
    }
  }

  async function begin(): Promise<void> {
    const head = readPeaksHeader(
      await readRange(url, { first: 0, last: HEADER_BYTES - 1, signal: controller.signal }),
    );
    if (!head) return;
    levels = head;
    const coarse = head.findIndex(({ offset }) => {
      const last = head.at(-1);
      return last !== undefined && last.offset + last.length - offset <= COARSE_BYTES;
    });
    const from = head[coarse]?.offset ?? 0;
    const last = head.at(-1);
    const end = last ? last.offset + last.length : 0;
    for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < end; chunk += 1) void load(chunk);
    if (requestedRange) want(...requestedRange);
  }

  function want(from: number, to: number, perPixel: number): void {
    requestedRange = [from, to, perPixel];
    const level = levels[levelFor(levels, perPixel)];
    if (!level) return;
    const index = (time: number) => Math.min(Math.max(Math.floor(time * level.rate), 0), level.length - 1);
    const first = Math.floor((level.offset + index(from)) / CHUNK);
    const last = Math.floor((level.offset + index(to)) / CHUNK);
    for (let chunk = first; chunk <= last; chunk += 1) void load(chunk);
  }

  begin().catch(() => undefined);

  return {
    levels: () => levels,
    read(level, position) {
      const index = (levels[level]?.offset ?? 0) + position;
      return chunks.get(Math.floor(index / CHUNK))?.[index % CHUNK];
    },
    want,
    close: () => controller.abort(),
  };
}
