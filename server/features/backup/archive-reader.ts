import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { z } from 'zod';
import type { Cell } from '#server/core/db/dialects/table-copy';
import {
  type ArchiveEnd,
  type Header,
  endSchema,
  fileEndSchema,
  fileSchema,
  headerSchema,
  tableEndSchema,
  tableSchema,
} from './archive-format.ts';
import { type Frame, type FrameReader, openFrames } from './archive-frames.ts';
import { openSibling, openSource } from './archive-location.ts';
import { type Secrets, createSecrets } from './archive-seal.ts';
import { readSharedFile } from './shared-file.ts';

const decompress = promisify(zstdDecompress);
/** A `rows` frame is about 1 MiB, but a single row can be larger. */
const MAX_ROWS_BYTES = 256 * 1024 * 1024;

export type ArchiveEntry =
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'rows'; readonly lines: readonly string[] }
  | ({ readonly kind: 'tableEnd' } & z.infer<typeof tableEndSchema>)
  | ({ readonly kind: 'file' } & z.infer<typeof fileSchema>)
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | ({ readonly kind: 'fileEnd' } & z.infer<typeof fileEndSchema>)
  | ({ readonly kind: 'end' } & ArchiveEnd);

export interface ArchiveReader {
  readonly header: Header;
  /** Yields the remaining entries in order, with shared files. @throws OperatorError with the damaged or missing section */
  entries(): AsyncIterable<ArchiveEntry>;
  close(): void;
}

export const cellsOf = (line: string): Cell[] => JSON.parse(line) as Cell[];

async function entryOf(frames: FrameReader, { kind, payload }: Frame): Promise<ArchiveEntry> {
  switch (kind) {
    case 'table': {
      const { name } = frames.json(tableSchema, payload);
      frames.startSection(`table ${name}`);
      return { kind, name };
    }
    case 'rows': {
      const text = await decompress(payload, { maxOutputLength: MAX_ROWS_BYTES }).catch(() => {
        throw frames.damaged();
      });
      return { kind, lines: text.toString().split('\n') };
    }
    case 'tableEnd':
      return { kind, ...frames.json(tableEndSchema, payload) };
    case 'file': {
      const file = frames.json(fileSchema, payload);
      frames.startSection(`file ${file.key}`);
      return { kind, ...file };
    }
    case 'bytes':
      return { kind, bytes: payload };
    case 'fileEnd':
      return { kind, ...frames.json(fileEndSchema, payload) };
    case 'end':
      return { kind, ...frames.json(endSchema, payload) };
    default:
      throw frames.damaged();
  }
}

interface Archive {
  readonly secrets: Secrets;
  /** Opens a file next to the archive by its name. */
  readonly openSibling: (name: string) => Promise<Readable>;
}

/**
 * Reads an archive once, from start to end.
 * @throws OperatorError when the stream is not an archive, the passphrase is wrong or the header is damaged
 */
export async function readArchive(
  stream: Readable,
  { secrets, openSibling: open }: Archive,
): Promise<ArchiveReader> {
  const frames = await openFrames(stream, { secrets, name: 'the header' });
  const first = await frames.next();
  if (first.kind !== 'header') throw frames.damaged();
  const header = frames.json(headerSchema, first.payload);

  return {
    header,
    async *entries() {
      for (;;) {
        const entry = await entryOf(frames, await frames.next());
        yield entry;
        if (entry.kind === 'file' && entry.is_shared) {
          const sharedEntry = { folder: frames.preamble.shared_files, file: entry, secrets, open };
          for await (const frame of readSharedFile(sharedEntry)) yield await entryOf(frames, frame);
        }
        if (entry.kind === 'end') break;
        const isEnd = entry.kind === 'tableEnd' || entry.kind === 'fileEnd';
        if (isEnd || (entry.kind === 'file' && entry.is_shared)) frames.leave();
      }
      frames.startSection('the end');
      await frames.assertEnd();
    },
    close: () => void stream.destroy(),
  };
}

/** Opens the archive at a path or URL. @throws OperatorError when it does not exist, and the errors of `readArchive` */
export async function openArchive(location: string, passphrase: string | undefined): Promise<ArchiveReader> {
  const stream = await openSource(location);
  try {
    return await readArchive(stream, {
      secrets: createSecrets(passphrase),
      openSibling: (name) => openSibling(location, name),
    });
  } catch (error) {
    stream.destroy();
    throw error;
  }
}
