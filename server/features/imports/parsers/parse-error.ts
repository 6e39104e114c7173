import type { WarningKind } from '#contract/imports/import-limits';

/** The reason why a file, or a part of it, was skipped. The other files of the batch are read. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  readonly kind: WarningKind;

  /** @param sentence for users, without the name of the file */
  constructor(kind: WarningKind, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

export const unreadable = (sentence: string) => new ParseError('unreadable', sentence);
export const beyondLimit = (sentence: string) => new ParseError('limit', sentence);
