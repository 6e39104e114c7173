import type { DraftFieldName, DraftSource } from '#contract/import-terms';

/* What readers find in one file. Plain data: it crosses from the reading thread. */

/** A value of a field; of a language its number. */
export interface Found {
  readonly value: string;
  readonly source: DraftSource;
}

export type FoundFields = Readonly<Partial<Record<DraftFieldName, readonly Found[]>>>;

export interface FoundText {
  readonly title: string;
  readonly source: DraftSource;
  readonly items: readonly string[];
  /** `TextDetails` as JSON, of a text that was exported. */
  readonly details?: string;
}

/** Seconds inside the file. */
export interface FoundSound {
  readonly title: string;
  readonly source: DraftSource;
  readonly start: number;
  readonly end: number;
}

/** A picture as it lies in the file, not looked into yet. */
export interface FoundPicture {
  readonly bytes: Uint8Array;
  readonly source: DraftSource;
}

/** What was left out of a file that was read. */
export interface FoundProblem {
  readonly kind: 'limit' | 'language' | 'damaged';
  readonly sentence: string;
}

export interface FoundInEpub {
  readonly kind: 'epub';
  readonly fields: FoundFields;
  readonly texts: readonly FoundText[];
  readonly pictures: readonly FoundPicture[];
  readonly problems: readonly FoundProblem[];
}

/** A book as it was exported, with its chapters as they were. */
export interface FoundInJson {
  readonly kind: 'json';
  readonly fields: FoundFields;
  readonly category_code: string | null;
  readonly sub_category_code: string | null;
  readonly chapters: readonly {
    readonly name: string;
    /** The name of a file beside it, and the part of that; without times the whole of it. */
    readonly sound: {
      readonly file: string;
      readonly start: number | null;
      readonly end: number | null;
    } | null;
    readonly items: readonly string[];
    /** `TextDetails` as JSON. */
    readonly details: string;
  }[];
}

export interface FoundInAudio {
  readonly kind: 'audio';
  /** Of its key. */
  readonly extension: string;
  /** With fractions. */
  readonly seconds: number;
  readonly fields: FoundFields;
  /** The title of the track, which of a whole book in one file is that of the book. */
  readonly title: string;
  readonly album: string;
  readonly track: number | null;
  readonly disc: number | null;
  /** Chapter marks inside the file; empty when it has none. */
  readonly sounds: readonly FoundSound[];
  readonly pictures: readonly FoundPicture[];
  readonly problems: readonly FoundProblem[];
}
