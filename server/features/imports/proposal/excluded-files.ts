import type { ExcludedEntry } from '#contract/imports/import-proposal';
import type { UnreadItem } from '../parsers/parsed.ts';
import type { AudioFile } from './read-file.ts';

/** Returns an entry for a file that no chapter can use. */
export const excludedFile = ({ kind, name, reason }: UnreadItem): ExcludedEntry => ({
  kind,
  name,
  reason,
  characters: null,
  seconds: null,
  text: null,
  file: null,
});

/** Returns the entry of audio in an EPUB that has audio beside it. */
export const excludedInnerFile = (
  { path, found }: AudioFile,
  indexOf: (path: string) => number,
): ExcludedEntry => ({
  kind: 'audio',
  name: path,
  reason: 'There is audio beside the EPUB.',
  characters: null,
  seconds: found.seconds,
  text: null,
  file: indexOf(path),
});
