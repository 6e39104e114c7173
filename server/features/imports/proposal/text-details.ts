import type { TimeState } from '#contract/book-content/book-content';

/** Seconds in the chapter's file; sentences in their stored form. */
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
  readonly audio_without_text: readonly { readonly start: number; readonly end: number }[];
  readonly codes: readonly string[];
  /** One per item; empty when none has times. */
  readonly times: readonly (ItemTimes | null)[];
}

/** A text chapter as stored with its proposal. */
export interface StoredProposalText {
  readonly items: readonly string[];
  /** `TextDetails` as JSON; null for a text that was not exported by Lectern. */
  readonly details: string | null;
  /** The file of the proposal that the times refer to; null when it is missing. */
  readonly file: number | null;
}
