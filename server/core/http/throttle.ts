import { type Readable, Transform, type Writable } from 'node:stream';

/** Parsing a chunk of this size, full of the smallest parts, takes a few milliseconds. */
const SLICE_BYTES = 16 * 1024;

/**
 * Pipes a body into its parser slice by slice and lets others have their turn after each. Otherwise one chunk after the other
 * is parsed for as long as the system has some ready. Returns what ends it.
 */
export function throttle(source: Readable, parser: Writable): () => void {
  const slices = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let at = 0;
      const next = () => {
        if (at >= chunk.length || this.destroyed) return done();
        this.push(chunk.subarray(at, (at += SLICE_BYTES)));
        setImmediate(next);
      };
      next();
    },
  });
  source.pipe(slices).pipe(parser);
  return () => {
    source.unpipe(slices);
    slices.unpipe(parser);
    slices.destroy();
  };
}
