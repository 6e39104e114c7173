/** A request for the code of one entry of a list. */
export interface CodeRequest {
  /** A code that the entry must have. When another entry has it too, the save is rejected with 422. */
  readonly fixed?: string | undefined;
  /** A code that the entry gets when it is free, for a text moved from another chapter. */
  readonly preferred?: string | undefined;
}

export interface AssignedCodes {
  readonly codes: readonly string[];
  /** The indexes of entries whose fixed code another entry already has. */
  readonly repeated: readonly number[];
}

const numberOf = (code: string, prefix: string): number =>
  code.startsWith(`${prefix}-`) && /^\d{1,7}$/.test(code.slice(prefix.length + 1))
    ? Number(code.slice(prefix.length + 1))
    : 0;

/**
 * Assigns a code to each entry. New codes continue after the highest code ever used, so that a reference to a deleted entry never matches
 * another one.
 * @param codesInUse codes that new ones must not repeat, in addition to those of the entries
 */
export function assignCodes(
  entries: readonly CodeRequest[],
  prefix: string,
  codesInUse: Iterable<string>,
): AssignedCodes {
  const usedCodes = new Set<string>();
  const codes = entries.map(() => '');
  const repeatedIds: number[] = [];
  let highest = 0;
  const take = (index: number, code: string) => {
    usedCodes.add(code);
    codes[index] = code;
    highest = Math.max(highest, numberOf(code, prefix));
  };
  for (const code of codesInUse) highest = Math.max(highest, numberOf(code, prefix));
  for (const [index, { fixed }] of entries.entries()) {
    if (fixed === undefined) continue;
    if (usedCodes.has(fixed)) repeatedIds.push(index);
    take(index, fixed);
  }
  for (const [index, { fixed, preferred }] of entries.entries())
    if (fixed === undefined && preferred !== undefined && !usedCodes.has(preferred)) take(index, preferred);
  for (const [index, code] of codes.entries())
    if (code === '') take(index, `${prefix}-${String(highest + 1).padStart(2, '0')}`);
  return { codes, repeated: repeatedIds };
}
