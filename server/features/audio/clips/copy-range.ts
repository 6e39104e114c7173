import type { Source } from '#server/core/media/source';

const CHUNK = 256 * 1024;

/** Bytes of the file that is cut, from one place up to another. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The content of a new file: bytes of its own, and those of the file that is cut. */
export type Pieces = AsyncIterable<Buffer | Span>;

/** The bytes from one place up to another, or as many as there are. */
async function* copyRange(source: Source, { start, end }: Span): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const bytes = await source.read(at, Math.min(CHUNK, end - at));
    if (bytes.length === 0) return;
    yield bytes;
    at += bytes.length;
  }
}

/** The bytes of a new file in flat memory. */
export async function* bytesOf(source: Source, pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* copyRange(source, piece);
  }
}
