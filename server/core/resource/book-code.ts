import { limits } from '#contract/core/limits';

/** Stable and unique, since it is made of the id. */
export function bookCodeOf(id: number): string {
  return `BK-${String(id).padStart(6, '0')}`;
}

/** The id in a code that `bookCodeOf` could have made; undefined for anything else. */
export function idOfBookCode(code: string): number | undefined {
  const id = Number(/^BK-(\d{6,10})$/.exec(code)?.[1]);
  return id <= limits.maxInteger && bookCodeOf(id) === code ? id : undefined;
}

/** The prefix of a search for a code, with which every code begins. */
const CODE_START = /^bk-(?=\d{6,}$)/;

/** The digits of a folded search for a whole code; undefined for any other search. */
export function searchedCodeDigits(folded: string): string | undefined {
  return CODE_START.test(folded) ? folded.replace(CODE_START, '') : undefined;
}
