import type { WarningKind } from '#contract/imports/import-limits';

/** Why a file, or a part of it, was left out. The rest of the drop goes on without it. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  readonly kind: WarningKind;

  /** @param sentence for people, without the name of the file */
  constructor(kind: WarningKind, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

export const unreadable = (sentence: string) => new ParseError('unreadable', sentence);
export const beyondLimit = (sentence: string) => new ParseError('limit', sentence);
