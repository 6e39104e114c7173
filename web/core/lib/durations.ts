/** Returns seconds rounded to the minutes that screens display. */
export function toMinutes(seconds: number | null | undefined): number {
  return Math.round((seconds ?? 0) / 60);
}
