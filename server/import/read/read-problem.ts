import type { WarningKind } from '#contract/import-terms';

/** Why a file, or a part of it, was left out. The rest of the drop goes on without it. */
export class ReadProblem extends Error {
  override readonly name = 'ReadProblem';
  readonly kind: WarningKind;

  /** @param sentence for people, without the name of the file */
  constructor(kind: WarningKind, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

export const unreadable = (sentence: string) => new ReadProblem('unreadable', sentence);
export const beyondLimit = (sentence: string) => new ReadProblem('limit', sentence);
