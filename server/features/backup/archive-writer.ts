import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import {
  FRAME_HEAD_BYTES,
  type FrameKind,
  MAGIC,
  createSeal,
  formatPreamble,
  frameKinds,
  sealedHead,
} from './archive-format.ts';
import type { Sink } from './archive-place.ts';

const compress = promisify(zstdCompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

export interface ArchiveWriter {
  json(kind: FrameKind, value: unknown): Promise<void>;
  /** Lines of JSON, which are compressed. */
  rows(lines: readonly string[]): Promise<void>;
  /** Bytes of a file, as they are: audio and images are compressed already. */
  bytes(payload: Buffer): Promise<void>;
}

/** Begins an archive. The caller closes the sink. */
export async function createArchiveWriter(
  sink: Sink,
  passphrase: string | undefined,
): Promise<ArchiveWriter> {
  const { preamble, seal } = await createSeal(passphrase);
  let position = 0;
  await sink.write(Buffer.from(`${MAGIC}${formatPreamble(preamble)}\n`));

  async function frame(kind: FrameKind, payload: Buffer): Promise<void> {
    const head = Buffer.alloc(FRAME_HEAD_BYTES);
    head.writeUInt8(frameKinds[kind]);
    head.writeUInt32BE(payload.length, 1);
    const sealed = seal.seal(sealedHead(position, head), payload);
    position += 1;
    await sink.write(head);
    await sink.write(sealed.stored);
    await sink.write(sealed.seal);
  }

  return {
    json: (kind, value) => frame(kind, Buffer.from(JSON.stringify(value))),
    rows: async (lines) => frame('rows', await compress(Buffer.from(lines.join('\n')), LEVEL)),
    bytes: (payload) => frame('bytes', payload),
  };
}
