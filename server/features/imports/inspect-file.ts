import { type ReadFile } from './proposal/read-file.ts';
import { fileKindOf } from './parsers/file-kind.ts';
import { readOne } from './read-one.ts';
import type { Source } from '#server/core/media/source';

/** A file as it was looked into; an archive is opened elsewhere, where there is room for what is in it. */
export type LookedAt = ReadFile | { readonly kind: 'archive' };

/** Looks what a file is, and reads it. What cannot be read is left out with its reason; this throws only what the source throws. */
export async function inspect(path: string, source: Source): Promise<LookedAt> {
  const { kind, problem } = await fileKindOf(source, path);
  if (problem)
    return {
      path,
      size: source.size,
      kind: 'left-out',
      as: kind === 'archive' ? 'archive' : 'other',
      problem,
    };
  return kind === 'archive' ? { kind } : readOne(path, kind, source);
}
