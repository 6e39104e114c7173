import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WarningKind } from '#contract/imports/import-limits';
import { isReadOnly, isStorageFull, withStorageFullError } from '#server/core/blobs/storage-full';
import type { Source } from '#server/core/media/source';
import type { SourceResponder } from '#server/core/media/source-host';
import { type Archive, openArchive } from './parsers/archive.ts';
import { isSystemFile } from './parsers/file-names.ts';
import { ParseError, unreadable } from './parsers/parse-error.ts';

/* The child process of `unpack`. It writes one file at a time, which its parent moves before the next. */

export interface UnpackOrder {
  /** Path of the file to write, which must not exist. */
  readonly path: string;
  /** Maximum bytes of all entries together, and of one. */
  readonly limits: { readonly total: number; readonly entry: number };
  /** Names of the entries to unpack; by default all but files of operating systems. */
  readonly names?: readonly string[];
}

interface Problem {
  readonly problem: { readonly kind: WarningKind; readonly message: string };
}

export type ArchiveNames = { readonly names: readonly string[] } | Problem;
export type UnpackedEntry = { readonly sha256: string } | Problem;

async function withProblem<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | Problem> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { problem: { kind: error.kind, message: error.message } };
  }
}

async function unpackTo(path: string, archive: Archive, name: string): Promise<UnpackedEntry> {
  const content = await archive.open(name);
  const hash = createHash('sha256');
  const hashedBytes = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk);
      callback(null, chunk);
    },
  });
  try {
    await pipeline(content, hashedBytes, createWriteStream(path, { flags: 'wx', mode: 0o640 }));
  } catch (error) {
    if (error instanceof ParseError || isStorageFull(error) || isReadOnly(error)) throw error;
    throw unreadable('The archive is damaged and couldn’t be read.');
  }
  return { sha256: hash.digest('hex') };
}

/** Opens an archive. The first response has the names of its entries; each request unpacks one of them. */
export async function open(source: Source, input: unknown): Promise<SourceResponder> {
  const { path, limits, names } = input as UnpackOrder;
  const chosenNames = names && new Set(names);
  const isUnpacked = (name: string) => (chosenNames ? chosenNames.has(name) : !isSystemFile(name));
  let archive: Archive | undefined;
  const openArchiveNames: ArchiveNames = await withProblem(async () => {
    archive = await openArchive(source, { ...limits, counts: isUnpacked });
    return { names: [...archive.sizes.keys()].filter(isUnpacked) };
  });
  return {
    opened: openArchiveNames,
    respond: (name) =>
      withStorageFullError(() =>
        withProblem(() => {
          if (!archive) throw new Error('The archive is not open.');
          return unpackTo(path, archive, String(name));
        }),
      ),
  };
}
