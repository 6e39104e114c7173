import { type Readable, Transform, type Writable } from 'node:stream';

/** The size of a slice in bytes. Parsing a slice with the smallest possible parts takes a few milliseconds. */
const SLICE_BYTES = 16 * 1024;

/**
 * Pipes a body into its parser slice by slice, and lets other tasks run after each slice. Without it, the parser would process chunks for
 * as long as more are available.
 * @returns a function that stops the pipe
 */
export function throttle(source: Readable, parser: Writable): () => void {
  const slices = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      let index = 0;
      const next = () => {
        if (index >= chunk.length || this.destroyed) return callback();
        this.push(chunk.subarray(index, (index += SLICE_BYTES)));
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
