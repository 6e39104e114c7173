import { importLimits } from '#contract/import-terms';
import type { Staging } from '#server/media/staging';
import { AppError } from '#server/errors';
import type { DroppedFile } from './dropped-file.ts';
import { openArchive } from './read/archive.ts';
import { isClutter } from './read/file-kind.ts';
import { ReadProblem, beyondLimit } from './read/read-problem.ts';
import type { Source } from '#server/media/source';

/**
 * Takes the files out of an archive, one after the other, onto local disk. Each is yielded as soon as it is there, and is the
 * caller's to discard. @throws ReadProblem for what the whole archive is refused for
 */
export async function* unpack(
  staging: Staging,
  path: string,
  source: Source,
  room: { readonly files: number; readonly bytes: number },
): AsyncGenerator<DroppedFile> {
  const archive = await openArchive(source, {
    total: room.bytes,
    entry: staging.maxBytes.audio,
    counts: (name) => !isClutter(name),
  });
  try {
    const names = [...archive.sizes.keys()].filter((name) => !isClutter(name));
    if (names.length > room.files)
      throw beyondLimit(`One drop may hold ${importLimits.maxFiles.toLocaleString('en')} files.`);
    const folder = path.replace(/\.zip$/i, '');
    for (const name of names) {
      const stream = await archive.open(name);
      try {
        const staged = await staging.receive(name, 'audio', stream);
        yield { path: `${folder}/${name}`, size: staged.size, sha256: staged.sha256, key: null, staged };
      } catch (error) {
        if (error instanceof AppError || error instanceof ReadProblem) throw error;
        throw new ReadProblem('unreadable', 'The archive is damaged and could not be read.');
      } finally {
        stream.destroy();
      }
    }
  } finally {
    archive.close();
  }
}
