import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { FRAME_HEAD_BYTES, type FrameKind, MAGIC, frameKinds } from './archive-format.ts';
import type { Sink } from './archive-location.ts';
import { type Secret, createSeal, formatPreamble, sealedHead } from './archive-seal.ts';

const compress = promisify(zstdCompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

export interface ArchiveWriter {
  frame(kind: FrameKind, payload: Buffer): Promise<void>;
  json(kind: FrameKind, value: unknown): Promise<void>;
  /** Compresses and writes rows. @param lines one JSON line for each row */
  rows(lines: Buffer): Promise<void>;
}

export interface ArchiveOptions {
  /** The archive is not encrypted when absent. */
  readonly secret: Secret | undefined;
  /** The folder of shared files; null when the archive contains all files. */
  readonly sharedFiles: string | null;
}

/** Starts a new archive. The caller closes the sink. */
export async function createArchiveWriter(
  sink: Pick<Sink, 'write'>,
  { secret, sharedFiles }: ArchiveOptions,
): Promise<ArchiveWriter> {
  const { encryption, seal } = createSeal(secret);
  let position = 0;
  await sink.write(Buffer.from(`${MAGIC}${formatPreamble({ encryption, shared_files: sharedFiles })}\n`));

  async function frame(kind: FrameKind, payload: Buffer): Promise<void> {
    const head = Buffer.alloc(FRAME_HEAD_BYTES);
    head.writeUInt8(frameKinds[kind]);
    head.writeUInt32BE(payload.length, 1);
    const sealedFrame = seal.seal(sealedHead(position, head), payload);
    position += 1;
    await sink.write(head);
    await sink.write(sealedFrame.stored);
    await sink.write(sealedFrame.seal);
  }

  return {
    frame,
    json: (kind, value) => frame(kind, Buffer.from(JSON.stringify(value))),
    rows: async (lines) => frame('rows', await compress(lines, LEVEL)),
  };
}
