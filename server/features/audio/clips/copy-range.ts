import type { Source } from '#server/core/media/source';

const CHUNK = 256 * 1024;

/** The bytes from one place up to another, or as many as there are. */
export async function* copyRange(source: Source, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const bytes = await source.read(at, Math.min(CHUNK, end - at));
    if (bytes.length === 0) return;
    yield bytes;
    at += bytes.length;
  }
}
