/** Bytes that can be read at any offset, as of an open file. */
export interface BytesAt {
  /** Reads into `buffer` what lies at `position`, fewer bytes near the end. */
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number; readonly buffer: Buffer }>;
}
