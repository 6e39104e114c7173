import type { DraftFile } from '#contract/import-draft';
import type { CueSheet } from '../read/cue.ts';
import type { FoundInAudio, FoundInEpub, FoundInJson } from '../read/found.ts';
import type { ReadProblem } from '../read/read-problem.ts';

interface ReadFileBase {
  /** As it was dropped; a file of an archive has the archive's name in front. */
  readonly path: string;
  readonly size: number;
}

export interface AudioFile extends ReadFileBase {
  readonly kind: 'audio';
  readonly found: FoundInAudio;
}
export interface EpubFile extends ReadFileBase {
  readonly kind: 'epub';
  readonly found: FoundInEpub;
}
export interface JsonFile extends ReadFileBase {
  readonly kind: 'json';
  readonly found: FoundInJson;
}
export interface CueFile extends ReadFileBase {
  readonly kind: 'cue';
  readonly sheet: CueSheet;
}
export interface PictureFile extends ReadFileBase {
  readonly kind: 'picture';
}
/** A file that was left out. */
export interface LeftOut extends ReadFileBase {
  readonly kind: 'left-out';
  readonly as: DraftFile['kind'];
  readonly problem: ReadProblem;
}

/** A dropped file after it was looked into. */
export type ReadFile = AudioFile | EpubFile | JsonFile | CueFile | PictureFile | LeftOut;
