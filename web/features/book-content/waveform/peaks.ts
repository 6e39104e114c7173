/** A level of detail of a waveform file. */
export interface PeakLevel {
  /** The number of values per second. */
  readonly rate: number;
  readonly length: number;
  /** The start in the file in bytes. */
  readonly offset: number;
}

export const HEADER_BYTES = 64;
const MAGIC = 0x314b504c;
const PEAKS_PER_SECOND = 100;
const LEVEL_FACTOR = 4;

/** Returns the levels described by the first 64 bytes of a peaks file; undefined for other files. */
export function readPeaksHeader(bytes: ArrayBuffer): PeakLevel[] | undefined {
  if (bytes.byteLength < HEADER_BYTES) return undefined;
  const view = new DataView(bytes);
  const count = view.getUint32(4, true);
  if (view.getUint32(0, true) !== MAGIC || count < 1 || count > (HEADER_BYTES - 8) / 4) return undefined;
  const levels: PeakLevel[] = [];
  let offset = HEADER_BYTES;
  for (let index = 0; index < count; index += 1) {
    const length = view.getUint32(8 + index * 4, true);
    levels.push({ rate: PEAKS_PER_SECOND / LEVEL_FACTOR ** index, length, offset });
    offset += length;
  }
  return levels;
}

/** Returns the coarsest level with at least one value per pixel; the finest if there is none. */
export function levelFor(levels: readonly PeakLevel[], perPixel: number): number {
  const fits = levels.findLastIndex(({ rate }) => 1 / rate <= perPixel);
  return Math.max(fits, 0);
}

export type PeakAt = (level: number, index: number) => number | undefined;

/**
 * Writes the highest value of each pixel column into `columns`, 0 to 1, starting at `from` seconds. Values that are not loaded are taken
 * from a coarser level, and are 0 if no level has them.
 */
export function fillColumns(
  columns: Float32Array,
  {
    levels,
    read,
    view: { from, perPixel },
  }: {
    readonly levels: readonly PeakLevel[];
    readonly read: PeakAt;
    readonly view: { readonly from: number; readonly perPixel: number };
  },
): void {
  const level = levelFor(levels, perPixel);
  for (let x = 0; x < columns.length; x += 1) {
    const start = from + x * perPixel;
    columns[x] = highest(levels, { read, from: level, start, end: start + perPixel }) / 255;
  }
}

function highest(
  levels: readonly PeakLevel[],
  {
    read,
    from,
    start,
    end,
  }: { readonly read: PeakAt; readonly from: number; readonly start: number; readonly end: number },
): number {
  for (let level = from; level < levels.length; level += 1) {
    const { rate, length } = levels[level] as PeakLevel;
    const first = Math.max(0, Math.floor(start * rate));
    const last = Math.min(length - 1, Math.max(first, Math.ceil(end * rate) - 1));
    let bestLevel: number | undefined;
    for (let index = first; index <= last; index += 1) {
      const peak = read(level, index);
      if (peak === undefined) {
        bestLevel = undefined;
        break;
      }
      bestLevel = Math.max(bestLevel ?? 0, peak);
    }
    if (bestLevel !== undefined || first > last) return bestLevel ?? 0;
  }
  return 0;
}
