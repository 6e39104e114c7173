import { Readable } from 'node:stream';
import type { BlobFile, ByteRange } from '#server/core/blobs/blob-store';

/** A part of a file up to this size is one read and one write. */
const LARGE_BYTES = 1024 ** 2;
/** While so many large buffers are in use, further listeners get small ones. */
const MAX_LARGE = 16;
const SMALL_BYTES = 128 * 1024;

/**
 * Buffers that files are read into on their way out, which are used again: with new ones each time, most of the work of sending
 * is that of the garbage collector.
 */
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

/** The response that the bytes are sent to. */
interface Receiver {
  readonly destroyed: boolean;
  /** Bytes that it was given and that have not left the process. */
  readonly writableLength: number;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Makes bodies of answers out of parts of files: the bytes where one read has them all, else a stream, the next piece of which is
 * read when the one before has left. A body closes its file when the receiver has closed.
 */
export function createFileBodies() {
  const buffers = createBuffers();

  return async function bodyOf(
    file: BlobFile,
    { start, end }: ByteRange,
    receiver: Receiver,
  ): Promise<Buffer | Readable> {
    let usedBuffers: Buffer[] = [];
    let reading: Promise<unknown> = Promise.resolve();
    let isOver = false;

    /** Not before a read has ended that is still under way: it writes into a buffer. */
    function release(): void {
      isOver = true;
      void reading.then(() => {
        for (const buffer of usedBuffers) buffers.release(buffer);
        usedBuffers = [];
        file.close();
      });
    }

    /** A buffer in which nothing stands that has not left yet. */
    function nextBuffer(): Buffer {
      const [firstBuffer] = usedBuffers;
      if (firstBuffer && receiver.writableLength === 0) return firstBuffer;
      const buffer = buffers.take();
      usedBuffers.unshift(buffer);
      return buffer;
    }

    async function read(position: number): Promise<Buffer> {
      const buffer = nextBuffer();
      const answer = file.read(buffer, Math.min(end + 1 - position, buffer.length), position);
      reading = answer.catch(() => undefined);
      const bytes = await answer;
      if (bytes === 0) throw new Error('The file is shorter than it was.');
      return buffer.subarray(0, bytes);
    }

    if (receiver.destroyed) release();
    else receiver.once('close', release);

    const first = await read(start);
    if (first.length > end - start) return first;

    let position = start;
    let ahead: Buffer | undefined = first;
    return new Readable({
      // Nothing is read ahead, which would take a second buffer.
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
