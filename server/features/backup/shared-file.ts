import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { shardOf } from '#server/core/blobs/key';
import { OperatorError } from '#server/core/errors';
import { fileSchema } from './archive-format.ts';
import { type Frame, openFrames } from './archive-frames.ts';
import type { Secrets } from './archive-seal.ts';

/** Returns the name of a shared file next to the archives. */
export const sharedNameOf = (folder: string, key: string): string => `${folder}/${shardOf(key)}/${key}`;

interface SharedFile {
  readonly folder: string | null;
  readonly file: Pick<z.infer<typeof fileSchema>, 'key' | 'size'>;
  readonly secrets: Secrets;
  readonly open: (name: string) => Promise<Readable>;
}

/** Yields the frames of a shared file after the first. @throws OperatorError when the file is missing, damaged or another file */
export async function* readSharedFile({ folder, file, secrets, open }: SharedFile): AsyncIterable<Frame> {
  const { key, size } = file;
  const section = `file ${key}`;
  const stream = await open(sharedNameOf(folder ?? '', key)).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(`The backup is incomplete: ${section} is missing.`, { cause: error });
  });
  try {
    const frames = await openFrames(stream, { secrets, name: section });
    const first = await frames.next();
    if (first.kind !== 'file') throw frames.damaged();
    const storedFile = frames.json(fileSchema, first.payload);
    if (storedFile.key !== key || storedFile.size !== size) throw frames.damaged();
    for (;;) {
      const frame = await frames.next();
      yield frame;
      if (frame.kind === 'fileEnd') break;
    }
    await frames.assertEnd();
  } finally {
    stream.destroy();
  }
}
