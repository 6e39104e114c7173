import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { BlobStore } from '#server/blobs/blob-store';
import { toJpeg } from '#server/media/picture';
import type { Staging } from '#server/media/staging';
import { makeCueSheet } from './export-cue.ts';
import { epubFiles } from './export-epub.ts';
import type { Gathered } from './gather.ts';
import { soundFilesOf } from './sound-files.ts';

export interface ExportFiles {
  readonly blobs: BlobStore;
  readonly staging: Staging;
}

async function readCover({ blobs, staging }: ExportFiles, key: string | null): Promise<Buffer | undefined> {
  const stream = key === null ? undefined : await blobs.open(key);
  if (!stream) return undefined;
  const staged = await staging.receive('image', 'image', stream);
  try {
    return await toJpeg(staged.path);
  } finally {
    await staged.discard();
  }
}

/** Begins to send an archive; what fails on the way ends the stream with its error. */
function begin(fill: (zip: ZipFile) => Promise<void>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as unknown as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  fill(zip).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return output;
}

/** An EPUB 3 with cover, contents and texts. */
export function exportEpub(files: ExportFiles, { book, coverKey }: Gathered): Readable {
  return begin(async (zip) => {
    const cover = await readCover(files, coverKey);
    for (const [path, text] of epubFiles(book, cover !== undefined))
      zip.addBuffer(Buffer.from(text), path, { compress: path !== 'mimetype' });
    if (cover) zip.addBuffer(cover, 'EPUB/cover.jpg', { compress: false });
  });
}

/**
 * The sound of a book a file a chapter, as far as it can be cut, with a cue sheet, its cover, and everything else as `book.json`.
 * Dropped again it becomes an equal book.
 */
export function exportZip(files: ExportFiles, gathered: Gathered, folder: string): Readable {
  return begin(async (zip) => {
    const [cover, { book, files: sounds }] = await Promise.all([
      readCover(files, gathered.coverKey),
      soundFilesOf(files.blobs, gathered),
    ]);
    zip.addBuffer(Buffer.from(JSON.stringify(book, null, 2)), `${folder}/book.json`);
    if (sounds.length > 0) zip.addBuffer(Buffer.from(makeCueSheet(book)), `${folder}/${folder}.cue`);
    if (cover) zip.addBuffer(cover, `${folder}/cover.jpg`, { compress: false });
    for (const { name, open } of sounds)
      zip.addReadStreamLazy(`${folder}/${name}`, { compress: false }, (give) => {
        open().then(
          (stream) => give(null, stream),
          (error: unknown) => give(error, undefined as unknown as Readable),
        );
      });
  });
}
