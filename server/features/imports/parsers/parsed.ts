import type { DraftFieldName, DraftSource } from '#contract/imports/import-limits';

/* The results of parsing one file. Plain data: it is sent from the parsing thread. */

/** A value of a field; of a language its number. */
export interface ParsedValue {
  readonly value: string;
  readonly source: DraftSource;
}

export type ParsedFields = Readonly<Partial<Record<DraftFieldName, readonly ParsedValue[]>>>;

export interface ParsedText {
  readonly title: string;
  readonly source: DraftSource;
  readonly items: readonly string[];
  /** Why it is in no chapter unless somebody includes it. */
  readonly leftOut?: string;
  /** The narration in the Media Overlays: a file inside the EPUB and seconds of it. */
  readonly spoken?: { readonly audio: string; readonly start: number; readonly end: number };
  /** `TextDetails` as JSON, of a text whose times are known. */
  readonly details?: string;
}

/** Seconds inside the file. */
export interface ParsedAudio {
  readonly title: string;
  readonly source: DraftSource;
  readonly start: number;
  readonly end: number;
}

/** A picture as it lies in the file, not looked into yet. */
export interface ParsedImage {
  readonly bytes: Uint8Array;
  readonly source: DraftSource;
  /** The file inside, of an image that is not the cover there but can be chosen. */
  readonly inside?: string;
}

/** A part that was skipped in a parsed file. */
export interface ParsedProblem {
  readonly kind: 'limit' | 'language' | 'damaged';
  readonly sentence: string;
}

/** A part of a file that no parser reads. */
export interface UnreadPart {
  readonly kind: 'audio' | 'image' | 'file';
  readonly name: string;
  readonly reason: string;
}

export interface ParsedEpub {
  readonly kind: 'epub';
  readonly fields: ParsedFields;
  readonly texts: readonly ParsedText[];
  readonly images: readonly ParsedImage[];
  readonly leftOut: readonly UnreadPart[];
  /** The audio files inside. */
  readonly audio: readonly string[];
  readonly problems: readonly ParsedProblem[];
}

/** A book as it was exported, with its chapters as they were. */
export interface ParsedJson {
  readonly kind: 'json';
  readonly fields: ParsedFields;
  readonly category_code: string | null;
  readonly sub_category_code: string | null;
  readonly chapters: readonly {
    readonly name: string;
    /** The name of a file beside it, and the part of that; without times the whole of it. */
    readonly audio: {
      readonly file: string;
      readonly start: number | null;
      readonly end: number | null;
    } | null;
    readonly items: readonly string[];
    /** `TextDetails` as JSON. */
    readonly details: string;
  }[];
}

export interface ParsedAudioFile {
  readonly kind: 'audio';
  /** Of its key. */
  readonly extension: string;
  /** With fractions. */
  readonly seconds: number;
  readonly fields: ParsedFields;
  /** The title of the track, which of a whole book in one file is that of the book. */
  readonly title: string;
  readonly album: string;
  readonly track: number | null;
  readonly disc: number | null;
  /** Chapter marks inside the file; empty when it has none. */
  readonly audios: readonly ParsedAudio[];
  readonly images: readonly ParsedImage[];
  readonly problems: readonly ParsedProblem[];
}
