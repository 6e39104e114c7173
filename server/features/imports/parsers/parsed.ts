import type { DetailInput } from '#contract/books/book-details';
import type { CustomValues } from '#contract/custom-fields/custom-values';
import type { ContributorInFile } from '#contract/contributors/contributors';
import type { Sample } from '#contract/books/sample';
import type { SeriesInFile } from '#contract/series/series-in-file';
import type { ExportedEdition } from '#contract/exports/exported-book';
import type { ProposalSource } from '#contract/imports/import-limits';
import type { ProposalFieldName } from '#contract/imports/proposal-fields';

/* The results of parsing one file. They are plain data, because they are sent between processes. */

/** A value of a field; for a language its number. */
export interface ParsedValue {
  readonly value: string;
  readonly source: ProposalSource;
}

export type ParsedFields = Readonly<Partial<Record<ProposalFieldName, readonly ParsedValue[]>>>;

export interface ParsedText {
  readonly title: string;
  readonly source: ProposalSource;
  readonly items: readonly string[];
  /** The reason why the text is excluded unless a user includes it. */
  readonly excluded?: string;
  /** The narration in the Media Overlays: a file in the EPUB and a range in seconds. */
  readonly spoken?: { readonly audio: string; readonly start: number; readonly end: number };
  /** `TextDetails` as JSON, for a text with times. */
  readonly details?: string;
}

/** Seconds inside the file. */
export interface ParsedAudio {
  readonly title: string;
  readonly source: ProposalSource;
  readonly start: number;
  readonly end: number;
}

/** The encoded image as stored in the file; it is not decoded yet. */
export interface ParsedImage {
  readonly bytes: Uint8Array;
  readonly source: ProposalSource;
  /** The path in the EPUB, for an image that is not its cover but can be chosen. */
  readonly archivePath?: string;
}

/** A part that was skipped in a parsed file. */
export interface ParsedProblem {
  readonly kind: 'limit' | 'language' | 'damaged';
  readonly message: string;
}

/** A part of a file that no parser reads. */
export interface UnreadItem {
  readonly kind: 'audio' | 'image' | 'file';
  readonly name: string;
  readonly reason: string;
}

/** A subject or keyword. Scheme and code of a keyword are blank. */
export interface SubjectInFile {
  readonly scheme: string;
  readonly code: string;
  readonly label: string;
}

export interface ParsedEpub {
  readonly kind: 'epub';
  readonly fields: ParsedFields;
  /** The contributors with their roles, in order. */
  readonly contributors: readonly ContributorInFile[];
  readonly subjects: readonly SubjectInFile[];
  readonly series: readonly SeriesInFile[];
  /** The identifiers of the publication record except the ISBN. */
  readonly identifiers: Pick<DetailInput, 'doi' | 'gtin' | 'own_number' | 'other_identifiers'>;
  readonly texts: readonly ParsedText[];
  readonly images: readonly ParsedImage[];
  readonly excluded: readonly UnreadItem[];
  /** The audio files in the EPUB. */
  readonly audio: readonly string[];
  readonly problems: readonly ParsedProblem[];
}

/** An exported book with its chapters. */
export interface ParsedJson {
  readonly kind: 'json';
  readonly fields: ParsedFields;
  readonly contributors?: readonly ContributorInFile[];
  readonly publication_record: DetailInput;
  readonly custom?: CustomValues;
  readonly series?: readonly SeriesInFile[];
  readonly category_code: string | null;
  readonly sub_category_code: string | null;
  readonly sample?: Sample;
  readonly edition_of?: ExportedEdition;
  readonly chapters: readonly {
    readonly name: string;
    /** The name of an audio file beside it, and a range; without times the whole file. */
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
  /** Extension of the file's key. */
  readonly extension: string;
  /** Fractions are included. */
  readonly seconds: number;
  readonly fields: ParsedFields;
  /** Other identifiers of the publication record, such as `ASIN: B07H4T2QK1`. */
  readonly identifiers: string;
  readonly series: readonly SeriesInFile[];
  /** The title of the track. When the whole book is one file, this is the title of the book. */
  readonly title: string;
  readonly album: string;
  readonly track: number | null;
  readonly disc: number | null;
  /** Chapter markers in the file; empty when it has none. */
  readonly audios: readonly ParsedAudio[];
  readonly images: readonly ParsedImage[];
  readonly problems: readonly ParsedProblem[];
}
