import type { StoryReference } from '#contract/story-books/story-books';
import { foldText } from '#contract/core/slug';

export type PastedRow = StoryReference & { readonly is_featured: boolean };

/** The error of a pasted text: a line (from 1) with a wrong number of columns, too many rows, or no rows. */
export type PasteError =
  | { readonly error: 'columns'; readonly line: number; readonly columns: number }
  | { readonly error: 'tooMany'; readonly rows: number }
  | { readonly error: 'empty' };

/** The maximum number of pasted rows. */
export const maxPastedRows = 1_000;

const yes = new Set(['1', 'yes', 'true', 'y', 'x']);
const columnCount = 3;

const unquoteCell = (cell: string) => /^"(.*)"$/s.exec(cell.trim())?.[1] ?? cell.trim();

/** Splits a line at tabs, as spreadsheets copy them, otherwise at semicolons or commas. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((mark) => line.includes(mark));
  const cells = (separator === undefined ? [line] : line.split(separator)).map(unquoteCell);
  // Surplus empty columns are ignored.
  while (cells.length > columnCount && cells.at(-1) === '') cells.pop();
  return cells;
}

const isHeader = ([first = '', second = '']: readonly string[]) =>
  /^book([\s_-]?code)?$/.test(foldText(first)) && /^chapter([\s_-]?code)?$/.test(foldText(second));

/** Returns true if a text pasted into one field contains several fields. */
export function isTable(text: string): boolean {
  const trimmedText = text.trim();
  return /[\t\r\n]/.test(trimmedText) || cellsOf(trimmedText).length >= columnCount;
}

/**
 * Parses rows of book code, chapter code and text item code, as spreadsheets copy them. A fourth column with yes marks the row as featured.
 * Blank lines and a heading are skipped. One invalid line rejects the whole text.
 */
export function parseRows(text: string): { readonly rows: readonly PastedRow[] } | PasteError {
  const rows: PastedRow[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const cells = cellsOf(line);
    const isSkipped = line.trim() === '' || (rows.length === 0 && isHeader(cells));
    if (isSkipped) continue;
    if (cells.length < columnCount || cells.length > columnCount + 1)
      return { error: 'columns', line: index + 1, columns: cells.length };
    const [book_code = '', chapter_code = '', text_item_code = '', featured = ''] = cells;
    rows.push({ book_code, chapter_code, text_item_code, is_featured: yes.has(foldText(featured)) });
  }
  if (rows.length > maxPastedRows) return { error: 'tooMany', rows: rows.length };
  return rows.length === 0 ? { error: 'empty' } : { rows };
}
