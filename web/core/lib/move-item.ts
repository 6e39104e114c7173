/** Returns the list with one item moved to the index `to`; the same list if nothing changes. */
export function movedList<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const target = Math.min(Math.max(to, 0), list.length - 1);
  const entry = list[from];
  if (entry === undefined || from === target) return list;
  return list.toSpliced(from, 1).toSpliced(target, 0, entry);
}
