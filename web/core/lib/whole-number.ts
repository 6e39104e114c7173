/**
 * The value of a number field as a whole number: 3.7 means 3, 1e3 means 1000, blank or unreadable 0. A fraction is
 * never read as a larger number.
 */
export function toWholeNumber(text: string): number {
  const number = Math.trunc(Number(text));
  return Number.isFinite(number) ? number || 0 : 0;
}
