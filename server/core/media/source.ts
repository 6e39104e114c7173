import type { FileHandle } from 'node:fs/promises';
import type { BlobStore } from '#server/core/blobs/blob-store';

/** Bytes that can be read at any position: a file, a blob or a part of either. Only the requested bytes are in memory. */
export interface Source {
  readonly size: number;
  /** Reads the available bytes, at most `length`. */
  read(position: number, length: number): Promise<Buffer>;
}

export function sourceOfBuffer(buffer: Buffer): Source {
  return {
    size: buffer.length,
    read: async (position, length) => buffer.subarray(position, position + length),
  };
}

export function sourceOfFile(file: FileHandle, size: number): Source {
  return {
    size,
    async read(position, length) {
      const count = Math.max(0, Math.min(length, size - position));
      const buffer = Buffer.allocUnsafe(count);
      let copiedBytes = 0;
      while (copiedBytes < count) {
        const { bytesRead } = await file.read(
          buffer,
          copiedBytes,
          count - copiedBytes,
          position + copiedBytes,
        );
        if (bytesRead === 0) break;
        copiedBytes += bytesRead;
      }
      return buffer.subarray(0, copiedBytes);
    },
  };
}

export function sourceOfBlob(blobs: BlobStore, key: string, size: number): Source {
  return {
    size,
    async read(position, length) {
      const end = Math.min(position + length, size) - 1;
      if (end < position) return Buffer.alloc(0);
      const stream = await blobs.open(key, { start: position, end });
      if (!stream) throw new Error(`The blob ${key} is missing.`);
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
  };
}

const BLOCK = 64 * 1024;
const CACHED_BLOCKS = 16;

/** Returns a source that serves short reads from cached blocks, because parsers read a few bytes at a time. */
export function withBlocks(source: Source): Source {
  const blocks = new Map<number, Promise<Buffer>>();

  function blockAt(index: number): Promise<Buffer> {
    const cachedBlock = blocks.get(index);
    if (cachedBlock) return cachedBlock;
    const block = source.read(index * BLOCK, BLOCK);
    blocks.set(index, block);
    block.catch(() => blocks.delete(index));
    const [oldest] = blocks.keys();
    if (blocks.size > CACHED_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    return block;
  }

  return {
    size: source.size,
    async read(position, length) {
      if (length > BLOCK) return source.read(position, length);
      const end = Math.min(position + length, source.size);
      if (end <= position) return Buffer.alloc(0);
      const chunks: Buffer[] = [];
      for (let index = Math.floor(position / BLOCK); index * BLOCK < end; index += 1) {
        const start = index * BLOCK;
        const block = await blockAt(index);
        chunks.push(block.subarray(Math.max(0, position - start), end - start));
      }
      return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    },
  };
}
