import { limits } from '#contract/core/limits';

/** Returns the code of a book. It contains the ID, so it is stable and unique. */
export function bookCodeOf(id: number): string {
  return `BK-${String(id).padStart(6, '0')}`;
}

/** Returns the ID in a code of `bookCodeOf`, or undefined for any other text. */
export function idOfBookCode(code: string): number | undefined {
  const id = Number(/^BK-(\d{6,10})$/.exec(code)?.[1]);
  return id <= limits.maxInteger && bookCodeOf(id) === code ? id : undefined;
}

/** Matches the prefix of a search for a complete book code. */
const CODE_START = /^bk-(?=\d{6,}$)/;

/** Matches a search for a number such as an ISBN or a GTIN. */
const LONG_NUMBER = /^\d{10,14}$/;
/** The number of last digits by which such a number is searched. All ISBNs have the same first digits. */
const RARE_DIGITS = 8;

/** Returns the digits of a folded search for a complete code or a long number, which few books have; undefined for any other search. */
export function rareDigitsOf(foldedText: string): string | undefined {
  if (LONG_NUMBER.test(foldedText)) return foldedText.slice(-RARE_DIGITS);
  return CODE_START.test(foldedText) ? foldedText.replace(CODE_START, '') : undefined;
}
