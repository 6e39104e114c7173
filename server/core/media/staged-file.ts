/** An upload on the local disk with its hash and size, until it is stored or discarded. */
export interface StagedFile {
  readonly field: string;
  /** The file name of the upload. */
  readonly name?: string;
  readonly path: string;
  /** The size in bytes. */
  readonly size: number;
  /** The hash in hexadecimal. */
  readonly sha256: string;
  /** Deletes the file if it still exists. Repeated calls are allowed. */
  discard(): Promise<void>;
}
