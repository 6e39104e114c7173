import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { BlobFile, ByteRange } from '#server/core/blobs/blob-store';

/** The size of a large buffer. A part of a file up to this size needs one read and one write. */
const LARGE_BYTES = 1024 ** 2;
/** The maximum number of large buffers in use. Further responses use small ones. */
const MAX_LARGE = 16;
const SMALL_BYTES = 128 * 1024;
/**
 * The number of concurrent reads. More would fill more buffers than the cache of a core holds, which costs 0.1 CPU s per GB, and would
 * occupy all threads for files.
 */
const MAX_READS = 2;

/** Creates a pool of buffers for reading files. Without reuse, garbage collection dominates the cost of sending files. */
function createBuffers() {
  const free: Buffer[] = [];
  let large = 0;
  return {
    take(): Buffer {
      const buffer = free.pop();
      if (buffer) return buffer;
      if (large >= MAX_LARGE) return Buffer.allocUnsafeSlow(SMALL_BYTES);
      large++;
      return Buffer.allocUnsafeSlow(LARGE_BYTES);
    },
    release(buffer: Buffer): void {
      if (buffer.length === LARGE_BYTES) free.push(buffer);
    },
  };
}

/** The response that receives the bytes. */
interface Receiver {
  readonly destroyed: boolean;
  /** The number of bytes that are written to the response and not yet sent. */
  readonly writableLength: number;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Creates response bodies from parts of files. A body is a buffer if one read returns all bytes. Otherwise it is a stream, which reads the
 * next part after the previous one is sent. The file is closed when the response is closed.
 */
export function createFileBodies() {
  const buffers = createBuffers();
  const limitReads = pLimit(MAX_READS);

  return async function bodyOf(
    file: BlobFile,
    { start, end }: ByteRange,
    receiver: Receiver,
  ): Promise<Buffer | Readable> {
    let usedBuffers: Buffer[] = [];
    let reading: Promise<unknown> = Promise.resolve();
    let isOver = false;

    /** Releases the buffers and closes the file after the pending read, which writes into a buffer. */
    function release(): void {
      isOver = true;
      void reading.then(() => {
        for (const buffer of usedBuffers) buffers.release(buffer);
        usedBuffers = [];
        file.close();
      });
    }

    /** Returns a buffer without unsent bytes. */
    function nextBuffer(): Buffer {
      const [firstBuffer] = usedBuffers;
      if (firstBuffer && receiver.writableLength === 0) return firstBuffer;
      const buffer = buffers.take();
      usedBuffers.unshift(buffer);
      return buffer;
    }

    async function readNow(position: number): Promise<Buffer> {
      const buffer = nextBuffer();
      const bytes = await file.read(buffer, Math.min(end + 1 - position, buffer.length), position);
      if (bytes === 0) throw new Error('The file is shorter than it was.');
      return buffer.subarray(0, bytes);
    }

    function read(position: number): Promise<Buffer> {
      const response = limitReads(readNow, position);
      reading = response.catch(() => undefined);
      return response;
    }

    if (receiver.destroyed) release();
    else receiver.once('close', release);

    const first = await read(start);
    if (first.length > end - start) return first;

    let position = start;
    let ahead: Buffer | undefined = first;
    return new Readable({
      // Reading ahead would need a second buffer.
      highWaterMark: 0,
      read() {
        if (isOver || position > end) {
          this.push(null);
          return;
        }
        const piece = ahead ? Promise.resolve(ahead) : read(position);
        ahead = undefined;
        piece.then(
          (bytes) => {
            position += bytes.length;
            this.push(bytes);
          },
          (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
        );
      },
    });
  };
}
