/** The largest gap whose missing numbers are listed. A larger one is usually a year or a typing error. */
const MAX_GAP = 20;
/** The maximum number of positions in the text of an issue. */
const MAX_NAMED = 10;

/** Returns the whole numbers of a position: 3 of "3", 1 to 3 of "1–3", none of "2.5" or "I". */
function numbersOf(position: string): number[] {
  const [, first = '', last = first] = /^(\d{1,6})(?:\s*[-–—]\s*(\d{1,6}))?$/.exec(position) ?? [];
  if (first === '') return [];
  const length = Number(last) - Number(first) + 1;
  return length > 0 && length <= MAX_GAP
    ? Array.from({ length }, (_, index) => Number(first) + index)
    : [Number(first), Number(last)];
}

const listOf = (positions: readonly (number | string)[]): string =>
  positions.length > MAX_NAMED
    ? `${positions.slice(0, MAX_NAMED).join(', ')} and ${positions.length - MAX_NAMED} more`
    : positions.join(', ');

/** Returns the whole numbers that are missing between positions, as text. */
export function missingPositions(positions: readonly string[]): string {
  const numbers = [...new Set(positions.flatMap(numbersOf))].toSorted((a, b) => a - b);
  const missingNumbers = numbers.flatMap((number, index) => {
    const gap = (numbers[index + 1] ?? number) - number - 1;
    return gap > 0 && gap <= MAX_GAP ? Array.from({ length: gap }, (_, step) => number + step + 1) : [];
  });
  return listOf(missingNumbers);
}

/** Returns the positions that occur several times, as text. */
export function duplicatePositions(positions: readonly string[]): string {
  const byPosition = Map.groupBy(positions, (position) => position.toLowerCase());
  return listOf([...byPosition].flatMap(([, [first = '', ...others]]) => (others.length > 0 ? first : [])));
}
