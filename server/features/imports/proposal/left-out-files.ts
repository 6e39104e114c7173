import type { LeftOutEntry } from '#contract/imports/import-proposal';
import type { UnreadPart } from '../parsers/parsed.ts';
import type { AudioFile } from './read-file.ts';

/** Returns an entry for a file that no chapter can use. */
export const leftOutOfFile = ({ kind, name, reason }: UnreadPart): LeftOutEntry => ({
  kind,
  name,
  reason,
  characters: null,
  seconds: null,
  text: null,
  file: null,
});

/** Returns the entry of audio in an EPUB that has audio beside it. */
export const leftOutInner = (
  { path, found }: AudioFile,
  indexOf: (path: string) => number,
): LeftOutEntry => ({
  kind: 'audio',
  name: path,
  reason: 'There is audio beside the EPUB.',
  characters: null,
  seconds: found.seconds,
  text: null,
  file: indexOf(path),
});
