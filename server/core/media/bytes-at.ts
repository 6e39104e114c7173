/** What can be read anywhere, as an open file can. */
export interface BytesAt {
  /** Reads into `buffer` what lies at `position`, fewer bytes near the end. */
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number; readonly buffer: Buffer }>;
}
