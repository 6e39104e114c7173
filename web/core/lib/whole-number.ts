/**
 * Returns the value of a number field as a whole number: 3.7 gives 3, 1e3 gives 1000, blank or invalid text 0. Fractions are truncated,
 * never read as a larger number.
 */
export function toWholeNumber(text: string): number {
  const number = Math.trunc(Number(text));
  return Number.isFinite(number) ? number || 0 : 0;
}
