import type { Source } from '#server/core/media/source';

const CHUNK = 256 * 1024;

/** A byte range of the source file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The content of a new file: new bytes, and ranges of the source file. */
export type Pieces = AsyncIterable<Buffer | Span>;

/** Yields the bytes of a range, or as many as the source has. */
async function* copyRange(source: Source, { start, end }: Span): AsyncGenerator<Buffer> {
  for (let offset = start; offset < end; ) {
    const bytes = await source.read(offset, Math.min(CHUNK, end - offset));
    if (bytes.length === 0) return;
    yield bytes;
    offset += bytes.length;
  }
}

/** Yields the bytes of a new file in chunks. */
export async function* bytesOf(source: Source, pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* copyRange(source, piece);
  }
}
