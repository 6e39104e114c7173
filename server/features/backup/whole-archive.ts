import { Readable } from 'node:stream';
import { fileSchema } from './archive-format.ts';
import { type FrameReader, openFrames, readPreamble } from './archive-frames.ts';
import { openSibling, openSource } from './archive-location.ts';
import { type Secrets, createSecrets } from './archive-seal.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { readSharedFile } from './shared-file.ts';

/** Copies an archive frame by frame and inserts its shared files. */
async function* copyFrames(
  frames: FrameReader,
  { location, secrets }: { readonly location: string; readonly secrets: Secrets },
): AsyncIterable<Buffer> {
  let pendingChunks: Buffer[] = [];
  const sink = { write: async (bytes: Buffer) => void pendingChunks.push(bytes) };
  const secret = await secrets.find(frames.preamble);
  const archive = await createArchiveWriter(sink, { secret, sharedFiles: null });
  const takePending = () => {
    const bytes = Buffer.concat(pendingChunks);
    pendingChunks = [];
    return bytes;
  };
  const open = (name: string) => openSibling(location, name);
  for (;;) {
    const { kind, payload } = await frames.next();
    const file = kind === 'file' ? frames.json(fileSchema, payload) : undefined;
    if (file?.is_shared) {
      await archive.json('file', { ...file, is_shared: false });
      const sharedEntry = { folder: frames.preamble.shared_files, file, secrets, open };
      for await (const frame of readSharedFile(sharedEntry)) {
        await archive.frame(frame.kind, frame.payload);
        yield takePending();
      }
    } else await archive.frame(kind, payload);
    yield takePending();
    if (kind === 'end') return;
  }
}

/**
 * Opens an archive as one file that contains all files, including shared files.
 * @throws OperatorError when the archive does not exist or the passphrase is wrong
 */
export async function openWholeArchive(location: string, passphrase: string | undefined): Promise<Readable> {
  const { shared_files } = await readPreamble(await openSource(location));
  const stream = await openSource(location);
  if (shared_files === null) return stream;
  const secrets = createSecrets(passphrase);
  try {
    const frames = await openFrames(stream, { secrets, name: 'the header' });
    return Readable.from(copyFrames(frames, { location, secrets }), { objectMode: false }).once('close', () =>
      stream.destroy(),
    );
  } catch (error) {
    stream.destroy();
    throw error;
  }
}
