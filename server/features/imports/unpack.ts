import { importLimits } from '#contract/imports/import-limits';
import type { Staging } from '#server/core/media/staging';
import { AppError } from '#server/core/errors';
import type { UploadedFile } from './uploaded-file.ts';
import { openArchive } from './parsers/archive.ts';
import { isClutter } from './parsers/file-kind.ts';
import { ParseError, beyondLimit } from './parsers/parse-error.ts';
import type { Source } from '#server/core/media/source';

/**
 * Takes the files out of an archive, one after the other, onto local disk. Each is yielded as soon as it is there, and is the
 * caller's to discard. @throws ReadProblem for what the whole archive is refused for
 */
export async function* unpack(
  staging: Staging,
  {
    path,
    source,
    limits: { wants = (name) => !isClutter(name), ...room },
  }: {
    readonly path: string;
    readonly source: Source;
    readonly limits: { readonly files: number; readonly bytes: number; wants?(name: string): boolean };
  },
): AsyncGenerator<UploadedFile> {
  const archive = await openArchive(source, {
    total: room.bytes,
    entry: staging.maxBytes.audio,
    counts: wants,
  });
  try {
    const names = [...archive.sizes.keys()].filter((name) => wants(name));
    if (names.length > room.files)
      throw beyondLimit(`You can import up to ${importLimits.maxFiles.toLocaleString('en')} files at once.`);
    const folder = path.replace(/\.zip$/i, '');
    for (const name of names) {
      const stream = await archive.open(name);
      try {
        const staged = await staging.receive(name, 'audio', stream);
        yield { path: `${folder}/${name}`, size: staged.size, sha256: staged.sha256, key: null, staged };
      } catch (error) {
        if (error instanceof AppError || error instanceof ParseError) throw error;
        throw new ParseError('unreadable', 'The archive is damaged and couldn’t be read.');
      } finally {
        stream.destroy();
      }
    }
  } finally {
    archive.close();
  }
}
