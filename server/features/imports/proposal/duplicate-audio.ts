import type { ImportWarning, ExcludedEntry } from '#contract/imports/import-proposal';
import { fileNameOf } from './names.ts';
import type { AudioFile } from './read-file.ts';
import { warning } from './warnings.ts';

/** A file with the same bytes as an earlier one in playing order. */
interface DuplicateAudio {
  readonly file: AudioFile;
  readonly first: AudioFile;
}

/** Returns the files of a book that have the same content as an earlier file. */
export function duplicatesOf(
  files: readonly AudioFile[],
  hashOf: (path: string) => string | null,
): DuplicateAudio[] {
  const firsts = new Map<string, AudioFile>();
  return files.flatMap((file) => {
    const hash = hashOf(file.path);
    if (hash === null) return [];
    const first = firsts.get(hash);
    if (first) return [{ file, first }];
    firsts.set(hash, file);
    return [];
  });
}

const duplicateMessage = ({ first }: DuplicateAudio): string =>
  `This file is a duplicate of “${fileNameOf(first.path)}”.`;

export const excludedDuplicate = (
  duplicate: DuplicateAudio,
  indexOf: (path: string) => number,
): ExcludedEntry => ({
  kind: 'audio',
  name: duplicate.file.path,
  reason: duplicateMessage(duplicate),
  characters: null,
  seconds: duplicate.file.found.seconds,
  text: null,
  file: indexOf(duplicate.file.path),
});

export const duplicateWarnings = (duplicates: readonly DuplicateAudio[]): ImportWarning[] =>
  duplicates.map((duplicate) =>
    warning('duplicate', `${duplicateMessage(duplicate)} It was excluded.`, duplicate.file.path),
  );
