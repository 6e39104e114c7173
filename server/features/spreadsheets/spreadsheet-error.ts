import { formatCount } from '#contract/core/format-count';

/** The reason why a whole file cannot be read. The sentence is for users. */
export class SpreadsheetError extends Error {
  override readonly name: string = 'SpreadsheetError';
}

export class TooManyRows extends SpreadsheetError {
  override readonly name = 'TooManyRows';

  constructor(max: number) {
    super(`The sheet has more than ${max} rows. Split it into smaller files.`);
  }
}

export const tooMuchText = () => new SpreadsheetError('The sheet is too large.');
export const tooManyColumns = (max: number) =>
  new SpreadsheetError(`The sheet has more than ${max} columns.`);
export const cellTooLong = (max: number) =>
  new SpreadsheetError(`A cell of the sheet has more than ${formatCount(max)} characters.`);
