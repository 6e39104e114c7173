export type Cell = string | number;
export type Rows = AsyncIterable<readonly (readonly Cell[])[]>;

/**
 * Matches the start of a cell that spreadsheet programs evaluate as a formula. Such a text is exported with a leading apostrophe. Texts
 * that already start with apostrophes match too, so every text is imported unchanged.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const ESCAPED = /^'+[=+\-@＝＋－＠\t\r\n]/;
/** Matches the positions in a text where a program with another locale starts a new cell or row. Its separators are semicolons or tabs. */
const INNER_FORMULA = /([;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g;
const INNER_ESCAPED = /([;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g;

function toField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const inner = cell.replaceAll(INNER_FORMULA, "$1'");
  const text = FORMULA.test(inner) ? `'${inner}` : inner;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the original text of a field. */
export const fromField = (field: string): string =>
  (ESCAPED.test(field) ? field.slice(1) : field).replaceAll(INNER_ESCAPED, '$1');

const toLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

/**
 * Yields the lines of a table as the rows are read, after a line with the column names. The byte order mark indicates UTF-8 to spreadsheet
 * programs.
 */
export async function* linesOf(columns: readonly string[], rows: Rows) {
  yield `\uFEFF${toLine(columns)}`;
  for await (const some of rows) yield some.map(toLine).join('');
}
