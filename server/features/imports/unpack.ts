import { formatCount } from '#contract/core/format-count';
import { rename } from 'node:fs/promises';
import { importLimits } from '#contract/imports/import-limits';
import { AppError } from '#server/core/errors';
import { ChildDied } from '#server/core/jobs/child';
import type { Source } from '#server/core/media/source';
import { openSourceChild } from '#server/core/media/source-child';
import type { Staging } from '#server/core/media/staging';
import type { UploadedFile } from './uploaded-file.ts';
import { ParseError, beyondLimit, unreadable } from './parsers/parse-error.ts';
import type { ArchiveNames, UnpackOrder, UnpackedEntry } from './unpack-child.ts';
import { serverModule } from '#server/core/server-module';

const child = serverModule('features/imports/unpack-child');
/** Milliseconds for one entry, which may have gigabytes; MiB of memory. */
const childLimits = { time: 10 * 60_000, heap: 256, memory: 512 };

interface Packed {
  readonly path: string;
  readonly source: Source;
  readonly signal: AbortSignal;
  /** Maximum number of unpacked files, and of their bytes. */
  readonly limits: { readonly files: number; readonly bytes: number };
  /** Names of the entries to unpack; by default all but files of operating systems. */
  readonly names?: readonly string[];
}

/** @throws ParseError of the child */
function withoutProblem<Outcome>(response: Outcome | Extract<ArchiveNames, { problem: unknown }>): Outcome {
  if (typeof response === 'object' && response !== null && 'problem' in response)
    throw new ParseError(response.problem.kind, response.problem.message);
  return response;
}

/** An archive whose child exceeds its memory or time is damaged. Any other error is not caused by the file. */
const toProblem = (error: unknown): unknown =>
  error instanceof ChildDied || (error instanceof AppError && error.status === 422)
    ? unreadable('The archive is damaged and couldn’t be read.')
    : error;

/**
 * Unpacks the files of an archive onto local disk in a child process, one after the other. Each file is yielded when it is complete. The
 * caller discards it. @throws ParseError when the whole archive is rejected
 */
export async function* unpack(
  staging: Staging,
  { path, source, signal, limits: { files, bytes }, names }: Packed,
): AsyncGenerator<UploadedFile> {
  const target = await staging.newPath();
  const entry = staging.maxBytes.audio;
  const order: UnpackOrder = { path: target.path, limits: { total: bytes, entry }, ...(names && { names }) };
  const sandbox = { write: [target.path], maxFileBytes: entry };
  try {
    const archive = await openSourceChild(child, source, {
      input: order,
      signal,
      limits: childLimits,
      sandbox,
    });
    try {
      const { names: entries } = withoutProblem(archive.opened as ArchiveNames);
      if (entries.length > files)
        throw beyondLimit(`You can import up to ${formatCount(importLimits.maxFiles)} files at once.`);
      const folder = path.replace(/\.zip$/i, '');
      for (const name of entries) {
        const { sha256 } = withoutProblem((await archive.request(name)) as UnpackedEntry);
        const extractedFile = await staging.make((to) => rename(target.path, to));
        const stagedFile = { ...extractedFile, field: name, sha256 };
        yield { path: `${folder}/${name}`, size: stagedFile.size, sha256, key: null, staged: stagedFile };
      }
    } finally {
      archive.close();
    }
  } catch (error) {
    throw toProblem(error);
  } finally {
    await target.discard();
  }
}
