import type { ProposalFile } from '#contract/imports/import-proposal';
import { audioKindOf } from '#server/core/media/audio-types';
import { hasBytes } from '#server/core/media/head-bytes';
import { id3Length } from '#server/core/media/id3';
import { imageKinds } from '#server/core/media/image-types';
import type { Source } from '#server/core/media/source';
import { openArchive } from './archive.ts';
import { ParseError } from './parse-error.ts';

const HEAD_BYTES = 64 * 1024;
const EPUB_TYPE = 'application/epub+zip';

export interface FileKind {
  readonly kind: ProposalFile['kind'];
  /** The reason why the file cannot be imported. */
  readonly problem?: ParseError;
}

const foreign = (message: string): FileKind => ({
  kind: 'other',
  problem: new ParseError('unsupported', message),
});

const knownForeign: readonly { is(head: Buffer, path: string): boolean; message: string }[] = [
  {
    is: (head) => hasBytes(head, 0, '%PDF-'),
    message: 'PDF files can’t be imported. Use an EPUB instead.',
  },
  {
    is: (head, path) => hasBytes(head, 60, 'BOOKMOBI') || /\.(azw\d?|kfx|mobi)$/i.test(path),
    message: 'Kindle files can’t be imported. Use an EPUB instead.',
  },
  {
    is: (head) => hasBytes(head, 0, 'Rar!') || hasBytes(head, 0, "7z\xbc\xaf'"),
    message: 'This archive type isn’t supported. Use a ZIP file.',
  },
];

const isProtected = (head: Buffer, path: string): boolean =>
  (hasBytes(head, 4, 'ftyp') && /^aaxc?/.test(head.toString('latin1', 8, 12))) ||
  /\.(aaxc?|acsm)$/i.test(path);

/** Returns the type of a file by its content, not its name. @throws errors of the source */
export async function fileKindOf(source: Source, path: string): Promise<FileKind> {
  if (source.size === 0) return foreign('The file is empty.');
  const head = await source.read(0, HEAD_BYTES);
  if (isProtected(head, path))
    return {
      kind: 'other',
      problem: new ParseError('protected', 'This file is DRM-protected and can’t be imported.'),
    };
  if (hasBytes(head, 0, 'PK\x03\x04') || hasBytes(head, 0, 'PK\x05\x06')) return zipKind(source, head, path);
  const tag = id3Length(head);
  const audio = tag > 0 ? await source.read(tag, HEAD_BYTES) : head;
  if (audioKindOf(audio)) return { kind: 'audio' };
  if (imageKinds.some(({ begins }) => begins(head))) return { kind: 'image' };
  if (/\.cue$/i.test(path)) return { kind: 'cue' };
  if (/\.json$/i.test(path)) return { kind: 'json' };
  const foreignKind = knownForeign.find(({ is }) => is(head, path));
  if (foreignKind) return foreign(foreignKind.message);
  if (/\.epub$/i.test(path)) return foreign('The file has an EPUB extension but isn’t an EPUB file.');
  if (/\.(mp3|m4a|m4b|ogg|opus|flac|wav)$/i.test(path))
    return {
      kind: 'other',
      problem: new ParseError('unreadable', 'The audio file is damaged and couldn’t be read.'),
    };
  return foreign('This file type isn’t supported.');
}

async function zipKind(source: Source, head: Buffer, path: string): Promise<FileKind> {
  if (hasBytes(head, 30, `mimetype${EPUB_TYPE}`) || /\.epub$/i.test(path)) return { kind: 'epub' };
  try {
    const archive = await openArchive(source, {
      total: Number.POSITIVE_INFINITY,
      entry: Number.POSITIVE_INFINITY,
      counts: () => false,
    });
    const isEpub = archive.sizes.has('META-INF/container.xml');
    archive.close();
    return { kind: isEpub ? 'epub' : 'archive' };
  } catch (error) {
    if (error instanceof ParseError) return { kind: 'archive', problem: error };
    throw error;
  }
}
