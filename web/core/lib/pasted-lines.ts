/** The maximum number of lines searched in one paste. */
export const MAX_PASTED_LINES = 500;

/** Returns the first column of a spreadsheet row, whose columns are separated by tabs, without quotes around it. */
const firstCell = (line: string): string => {
  const [cell = ''] = line.split('\t');
  return /^"(.*)"$/s.exec(cell.trim())?.[1]?.trim() ?? cell.trim();
};

/** Returns the distinct lines of a text in order, without blank lines. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map(firstCell);
  return [...new Set(lines)].filter((line) => line !== '').slice(0, MAX_PASTED_LINES);
}
