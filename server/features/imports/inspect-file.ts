import { type ReadFile } from './proposal/read-file.ts';
import { fileKindOf } from './parsers/file-kind.ts';
import { readOne } from './read-one.ts';
import type { Source } from '#server/core/media/source';

/** The result of parsing a file. Archives are opened by the caller, which has a quota for unpacked files. */
export type InspectedSource = ReadFile | { readonly kind: 'archive' };

/** Detects the type of a file and parses it. An unreadable file is skipped with a reason; only errors of the source are thrown. */
export async function inspect(path: string, source: Source): Promise<InspectedSource> {
  const { kind, problem } = await fileKindOf(source, path);
  if (problem)
    return {
      path,
      size: source.size,
      kind: 'unread',
      as: kind === 'archive' ? 'archive' : 'other',
      problem,
    };
  return kind === 'archive' ? { kind } : readOne(path, kind, source);
}
