import type { ProposalFile } from '#contract/imports/import-proposal';
import type { CueSheet } from '../parsers/cue.ts';
import type { ParsedAudioFile, ParsedEpub, ParsedJson } from '../parsers/parsed.ts';
import type { ParseError } from '../parsers/parse-error.ts';

interface ReadFileBase {
  /** Path of the uploaded file; a file from an archive has the archive's path in front. */
  readonly path: string;
  readonly size: number;
}

export interface AudioFile extends ReadFileBase {
  readonly kind: 'audio';
  readonly found: ParsedAudioFile;
}
export interface EpubFile extends ReadFileBase {
  readonly kind: 'epub';
  readonly found: ParsedEpub;
}
export interface JsonFile extends ReadFileBase {
  readonly kind: 'json';
  readonly found: ParsedJson;
}
export interface CueFile extends ReadFileBase {
  readonly kind: 'cue';
  readonly spreadsheet: CueSheet;
}
export interface ImageFile extends ReadFileBase {
  readonly kind: 'image';
}
/** A skipped file. */
export interface UnreadFile extends ReadFileBase {
  readonly kind: 'unread';
  readonly as: ProposalFile['kind'];
  readonly problem: ParseError;
}

/** An uploaded file after parsing. */
export type ReadFile = AudioFile | EpubFile | JsonFile | CueFile | ImageFile | UnreadFile;
