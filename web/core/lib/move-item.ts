/** The list with one entry taken out and put in where it then has the index `to`; the same list when nothing moves. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const target = Math.min(Math.max(to, 0), list.length - 1);
  const entry = list[from];
  if (entry === undefined || from === target) return list;
  return list.toSpliced(from, 1).toSpliced(target, 0, entry);
}
