import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { toJpeg } from '#server/core/media/image';
import type { Staging } from '#server/core/media/staging';
import { makeCueSheet } from './export-cue.ts';
import { epubFiles } from './export-epub.ts';
import type { ExportContents } from './gather.ts';
import { overlaysOf } from './overlays.ts';
import { exportJson } from './export-json.ts';
import { type AudioFile, audioFilesOf } from './audio-files.ts';
import type { TimedChapter } from './timed.ts';

export interface ExportFiles {
  readonly blobs: BlobStore;
  readonly staging: Staging;
}

async function readCover({ blobs, staging }: ExportFiles, key: string | null): Promise<Buffer | undefined> {
  const stream = key === null ? undefined : await blobs.open(key);
  if (!stream) return undefined;
  const stagedFile = await staging.receiveStored('image', stream);
  try {
    return await toJpeg(stagedFile.path);
  } finally {
    await stagedFile.discard();
  }
}

/** An archive that is being sent. */
interface Sending {
  readonly zip: ZipFile;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Starts to send an archive. An error ends the stream, and the end of the stream ends the work. */
function begin(fill: (sendTask: Sending) => Promise<void>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as unknown as Readable;
  const closeSignal = new AbortController();
  output.once('close', () => closeSignal.abort());
  zip.on('error', (error: Error) => output.destroy(error));
  fill({ zip, signal: closeSignal.signal }).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return output;
}

/** Adds an audio file, which is opened when it is written and closed with the archive. */
function addAudio({ zip, signal }: Sending, path: string, { open }: AudioFile): void {
  zip.addReadStreamLazy(path, { compress: false }, (give) => {
    open().then(
      (stream) => {
        const close = () => stream.destroy();
        if (signal.aborted) close();
        signal.addEventListener('abort', close, { once: true });
        stream.once('close', () => signal.removeEventListener('abort', close));
        give(null, stream);
      },
      (error: unknown) => give(error, undefined as unknown as Readable),
    );
  });
}

/**
 * Exports an EPUB 3 with cover, contents and texts. Chapters whose texts have times include their audio, and each sentence is highlighted
 * during playback. `timed` contains the times.
 */
export function exportEpub(
  files: ExportFiles,
  exportContents: ExportContents,
  timedChapters: readonly TimedChapter[] = [],
): Readable {
  return begin(async (sendTask) => {
    const { zip, signal } = sendTask;
    const cover = await readCover(files, exportContents.coverKey);
    const isSpoken = timedChapters.some(({ items }) => items.some(({ cues }) => cues.length > 0));
    const cut = isSpoken ? await audioFilesOf(files.blobs, exportContents, signal) : undefined;
    const overlays = cut && overlaysOf(cut.book, timedChapters, cut.files);
    for (const [path, text] of epubFiles(exportContents.book, {
      hasCover: cover !== undefined,
      spoken: overlays,
    }))
      zip.addBuffer(Buffer.from(text), path, { compress: path !== 'mimetype' });
    if (cover) zip.addBuffer(cover, 'EPUB/cover.jpg', { compress: false });
    for (const { href, file } of overlays?.audios ?? []) addAudio(sendTask, `EPUB/${href}`, file);
  });
}

/**
 * Exports the audio of a book as one file per chapter where possible, with a cue sheet and the cover. `book.json` contains all other data.
 * An import of the ZIP creates an equal book.
 */
export function exportZip(files: ExportFiles, exportContents: ExportContents, folder: string): Readable {
  return begin(async (sendTask) => {
    const { zip, signal } = sendTask;
    const [cover, { book, files: audios }] = await Promise.all([
      readCover(files, exportContents.coverKey),
      audioFilesOf(files.blobs, exportContents, signal),
    ]);
    zip.addReadStream(exportJson(book), `${folder}/book.json`);
    if (audios.length > 0) zip.addBuffer(Buffer.from(makeCueSheet(book)), `${folder}/${folder}.cue`);
    if (cover) zip.addBuffer(cover, `${folder}/cover.jpg`, { compress: false });
    for (const audio of audios) addAudio(sendTask, `${folder}/${audio.name}`, audio);
  });
}
