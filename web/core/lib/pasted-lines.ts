/** So many lines are looked up at once. */
export const MAX_PASTED_LINES = 500;

/** Tabs part the columns of a spreadsheet: what counts is the first. Quotes around it are not meant. */
const firstCell = (line: string): string => {
  const [cell = ''] = line.split('\t');
  return /^"(.*)"$/s.exec(cell.trim())?.[1]?.trim() ?? cell.trim();
};

/** The distinct lines of a text, in order. Blank lines are left out. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map(firstCell);
  return [...new Set(lines)].filter((line) => line !== '').slice(0, MAX_PASTED_LINES);
}
