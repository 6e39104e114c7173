/** Why a file as a whole cannot be read. The sentence is for people. */
export class SpreadsheetError extends Error {
  override readonly name: string = 'SpreadsheetError';
}

export class TooManyRows extends SpreadsheetError {
  override readonly name = 'TooManyRows';

  constructor(max: number) {
    super(`The sheet has more than ${max} rows. Split it.`);
  }
}
