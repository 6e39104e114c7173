import { open } from 'node:fs/promises';

/** Reads the first bytes of a file, or those after `position`. Returns fewer if the file is shorter. */
export async function readHead(path: string, length: number, position = 0): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Returns true if the buffer contains these bytes at an offset. The bytes are given as one character per byte. */
export function hasBytes(buffer: Buffer, offset: number, bytes: string): boolean {
  return buffer.toString('latin1', offset, offset + bytes.length) === bytes;
}
