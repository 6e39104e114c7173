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
