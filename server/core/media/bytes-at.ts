/** Bytes that can be read at any offset, such as those of an open file. */
export interface BytesAt {
  /** Reads the bytes at `position` into `buffer`. Reads fewer near the end. */
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number; readonly buffer: Buffer }>;
}
