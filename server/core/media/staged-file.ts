/** An upload that rests on local disk, hashed and counted, until it is stored or discarded. */
export interface StagedFile {
  readonly field: string;
  /** As whoever sent it calls it. */
  readonly name?: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Removes the file if it is still there. May be called often. */
  discard(): Promise<void>;
}
