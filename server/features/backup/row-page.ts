const PAGE_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * Collects rows as JSON lines in one buffer. The buffer is used again for each page, because a large table would otherwise leave much
 * memory to the garbage collector.
 */
export function createRowPage() {
  const buffer = Buffer.allocUnsafe(PAGE_BYTES);
  let length = 0;
  return {
    /** Adds a line. @returns false if the page has no room for it */
    add(line: string): boolean {
      if (length + 1 + Buffer.byteLength(line) > buffer.length) return false;
      if (length > 0) length = buffer.writeUInt8(LINE_FEED, length);
      length += buffer.write(line, length);
      return true;
    },
    /** Returns the lines and empties the page. The result is valid until the next call of `add`. */
    take(): Buffer {
      const lines = buffer.subarray(0, length);
      length = 0;
      return lines;
    },
  };
}
