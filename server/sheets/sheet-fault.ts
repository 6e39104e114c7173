/** Why a file as a whole cannot be read. The sentence is for people. */
export class SheetFault extends Error {
  override readonly name: string = 'SheetFault';
}

export class TooManyRows extends SheetFault {
  override readonly name = 'TooManyRows';

  constructor(max: number) {
    super(`The sheet has more than ${max} rows. Split it.`);
  }
}
