import { limits } from '#contract/limits';
import type { StoryReference } from '#contract/resources/story-books';

export interface PastedRow extends StoryReference {
  readonly is_featured: boolean;
}

export type Pasted =
  | { readonly rows: readonly PastedRow[] }
  /** Numbers of the lines, from 1, that have not three or four columns. */
  | { readonly wrongLines: readonly number[] };

const COLUMNS = 3;
const yes = /^(yes|true|1|x)$/i;
/** What spreadsheets put above such columns. */
const header = /\b(code|chapter|featured)\b/i;

/** The separator of a line: a tab when it has one, as a spreadsheet copies; else a semicolon, else a comma. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((each) => line.includes(each)) ?? '\t';
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/**
 * Rows copied from a spreadsheet: book code, chapter code, text item code, and whether featured where there is a fourth
 * column. Blank lines and a header are left out. One line that cannot be read, and nothing is taken.
 */
export function parseRows(text: string): Pasted {
  const rows: PastedRow[] = [];
  const wrongLines: number[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line);
    if (
      rows.length === 0 &&
      wrongLines.length === 0 &&
      cells.every((cell) => cell === '' || header.test(cell))
    )
      continue;
    while (cells.length > COLUMNS && cells.at(-1) === '') cells.pop();
    const [book_code = '', chapter_code = '', text_item_code = '', featured = ''] = cells;
    if (cells.length < COLUMNS || cells.length > COLUMNS + 1) wrongLines.push(index + 1);
    else rows.push({ book_code, chapter_code, text_item_code, is_featured: yes.test(featured) });
  }
  return wrongLines.length > 0 ? { wrongLines } : { rows: rows.slice(0, limits.maxListLength) };
}

/** Whether pasted text is more than the content of one field. */
export function isTable(text: string): boolean {
  return /[\t\n\r]/.test(text.trim());
}
