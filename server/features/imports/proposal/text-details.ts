import type { TimeState } from '#contract/book-content/book-content';

/** Seconds in the file that a chapter plays; sentences as they are stored. */
export type ItemTimes = readonly [
  start: number | null,
  end: number | null,
  confidence: number | null,
  state: TimeState | null,
  sentences: string | null,
];

/** Details of chapters and texts that an exported book adds to the parsed content. */
export interface TextDetails {
  readonly code: string;
  readonly is_locked: boolean;
  readonly sound_without_text: readonly { readonly start: number; readonly end: number }[];
  readonly codes: readonly string[];
  /** One an item; empty when none has times. */
  readonly times: readonly (ItemTimes | null)[];
}

/** A chapter of text as it is kept beside its draft. */
export interface StoredDraftText {
  readonly items: readonly string[];
  /** `TextDetails` as JSON; null of a text that was not exported from here. */
  readonly details: string | null;
  /** The file of the draft in whose seconds the times are; null when it is not there. */
  readonly file: number | null;
}
