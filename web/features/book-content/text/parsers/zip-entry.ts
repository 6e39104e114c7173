/* Reads one file of a ZIP archive with the browser's DecompressionStream. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;

interface ZipEntryLocation {
  readonly method: number;
  readonly size: number;
  /** The offset of the local file header. */
  readonly offset: number;
}

function findEntry(view: DataView, matchesName: (name: string) => boolean): ZipEntryLocation | undefined {
  const last = view.byteLength - 22;
  let end = last;
  while (end >= 0 && end >= last - MAX_COMMENT_BYTES && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== END) return undefined;
  let offset = view.getUint32(end + 16, true);
  for (let remainingEntries = view.getUint16(end + 10, true); remainingEntries > 0; remainingEntries -= 1) {
    if (offset + 46 > view.byteLength || view.getUint32(offset, true) !== ENTRY) return undefined;
    const [name, extra, comment] = [28, 30, 32].map((entry) => view.getUint16(offset + entry, true));
    const bytes = new Uint8Array(view.buffer, view.byteOffset + offset + 46, name);
    if (matchesName(new TextDecoder().decode(bytes)))
      return {
        method: view.getUint16(offset + 10, true),
        size: view.getUint32(offset + 20, true),
        offset: view.getUint32(offset + 42, true),
      };
    offset += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return undefined;
}

/**
 * Returns the bytes of the first file with a matching name; undefined if there is none or the archive is invalid.
 * @param most the maximum number of decompressed bytes
 */
export async function readZipEntry(
  archive: ArrayBuffer,
  matchesName: (name: string) => boolean,
  most: number,
): Promise<Uint8Array | undefined> {
  const view = new DataView(archive);
  const entry = findEntry(view, matchesName);
  if (!entry || entry.offset + 30 > archive.byteLength) return undefined;
  const { method, size, offset } = entry;
  const begin = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packedBytes = new Uint8Array(archive).subarray(begin, begin + size);
  if (method === STORED) return packedBytes.length <= most ? packedBytes : undefined;
  if (method !== DEFLATED) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const inflatedStream = new Response(packedBytes).body?.pipeThrough(new DecompressionStream('deflate-raw'));
  if (!inflatedStream) return undefined;
  const reader = inflatedStream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) {
        await reader.cancel();
        return undefined;
      }
      chunks.push(value);
    }
  } catch {
    return undefined;
  }
  const whole = new Uint8Array(length);
  let position = 0;
  for (const chunk of chunks) {
    whole.set(chunk, position);
    position += chunk.length;
  }
  return whole;
}
