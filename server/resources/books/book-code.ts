/** Stable and unique, since it is made of the id. */
export function bookCodeOf(id: number): string {
  return `BK-${String(id).padStart(6, '0')}`;
}
