const MAGIC = 'LPK1';
const HEADER_BYTES = 64;
const LENGTHS_AT = 8;
/** The maximum number of values, enough for a line as wide as a screen. */
const MAX_SAMPLES = 2_000;

/** Returns the byte range of the finest level of a peaks file that is short enough; undefined for other files. */
export function levelIn(header: ArrayBuffer): { readonly start: number; readonly end: number } | undefined {
  if (header.byteLength < HEADER_BYTES) return undefined;
  const view = new DataView(header);
  const magic = String.fromCodePoint(...new Uint8Array(header, 0, MAGIC.length));
  if (magic !== MAGIC) return undefined;
  const count = Math.min(view.getUint32(MAGIC.length, true), (HEADER_BYTES - LENGTHS_AT) / 4);
  let start = HEADER_BYTES;
  for (let level = 0; level < count; level += 1) {
    const length = view.getUint32(LENGTHS_AT + level * 4, true);
    if (length <= MAX_SAMPLES || level === count - 1) return { start, end: start + length - 1 };
    start += length;
  }
  return undefined;
}

async function readRange(
  url: string,
  { start, end, signal }: { readonly start: number; readonly end: number; readonly signal: AbortSignal },
): Promise<ArrayBuffer> {
  const response = await fetch(url, { headers: { range: `bytes=${start}-${end}` }, signal });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  // A server without support for ranges sends the whole file.
  return response.status === 206 ? bytes : bytes.slice(start, end + 1);
}

/** Loads a coarse waveform for display as one line, with values from 0 to 255. Only this level is loaded. */
export async function loadPeaks(url: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const level = levelIn(await readRange(url, { start: 0, end: HEADER_BYTES - 1, signal }));
  return level && new Uint8Array(await readRange(url, { start: level.start, end: level.end, signal }));
}

/** Returns the highest value of each of `columns` equal parts. */
export function columnsOf(peaks: Uint8Array, columns: number): number[] {
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * peaks.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * peaks.length) / columns));
    return Math.max(0, ...peaks.subarray(from, to));
  });
}
