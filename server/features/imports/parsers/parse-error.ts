import type { WarningKind } from '#contract/imports/import-limits';

/** The reason why a file, or a part of it, was skipped. The other files of the batch are read. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  readonly kind: WarningKind;

  /** @param message for users, without the name of the file */
  constructor(kind: WarningKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export const unreadable = (message: string) => new ParseError('unreadable', message);
export const beyondLimit = (message: string) => new ParseError('limit', message);
